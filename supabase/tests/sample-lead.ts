/** Returns the `lead` argument of accept_lead, with a new e-mail address unless the changes give one. */
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
