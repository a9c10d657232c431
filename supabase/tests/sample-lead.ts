/** Returns the `lead` argument of accept_lead. It has a new e-mail address unless the changes contain one. */
export function sampleLead(changes: object = {}) {
  return {
    name: 'Ada Lovelace',
    email: `${crypto.randomUUID()}@example.org`,
    phone: '(201) 555-0123',
    phone_e164: '+12015550123',
    country_code: 'US',
    consent: true,
    ...changes,
  }
}
