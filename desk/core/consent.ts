import { clickOf, type Platform } from './conversions.ts'
import type { Lead } from './lead.ts'
import { choices } from './leads.ts'

/** The words that the operator sees for each answer of the SQL function consent_state. */
export const consentWords: Record<string, string> = {
  ...choices.consent,
  given: 'given',
  confirmed: 'confirmed by mail',
}

const reasons: Record<string, string> = {
  withdrawn: 'withdrew the consent',
  unconfirmed: 'did not confirm the number',
  none: 'came by suspected bots or previews alone',
}

/** Returns why a list for text messages or an ads platform leaves a person out, or null. The words follow a number of persons. */
export function whyLeftOut(lead: Lead, use: Platform | 'sms'): string | null {
  const reason = reasons[lead.consent]
  if (reason) return reason
  if (use === 'sms') return lead.phone_e164 === null ? 'gave no valid number' : null
  return clickOf(lead, use) ? null : 'came by no click on an ad there'
}
