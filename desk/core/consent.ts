import type { Lead } from './lead.ts'

/** What the states of a consent are called where a person reads them, by the SQL function consent_state. */
export const consentWords: Record<string, string> = {
  given: 'given',
  confirmed: 'confirmed by mail',
  unconfirmed: 'not confirmed',
  withdrawn: 'withdrawn',
  none: 'none',
}

const reasons: Record<string, string> = {
  withdrawn: 'withdrew the consent',
  unconfirmed: 'did not confirm the number',
  none: 'came by suspected bots or previews alone',
}

/** Returns why a person is not to be texted, after a number of persons; null where the consent stands and the number is valid. */
export const whyNotText = ({ consent, phone_e164 }: Lead): string | null =>
  reasons[consent] ?? (phone_e164 === null ? 'gave no valid number' : null)
