/** Returns a lead to pass to accept_lead. It has a new email address, unless the changes contain one. */
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
