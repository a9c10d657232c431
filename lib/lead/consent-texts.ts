import { brand } from '../../supabase/functions/_shared/brand.ts'

/**
 * Every consent text that was ever shown, the newest last. Each submission is stored with the text and version that its
 * visitor saw, so never edit an entry: to change the words, add one.
 */
export const consentTexts = {
  '2026-11': `By ticking this box I agree to receive recurring text messages from ${brand} about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.`,
} as const

export type ConsentVersion = keyof typeof consentTexts
export const consentVersion: ConsentVersion = '2026-11'

/** Whether a text names a version that was shown. */
export function isConsentVersion(text: string): text is ConsentVersion {
  return Object.hasOwn(consentTexts, text)
}
