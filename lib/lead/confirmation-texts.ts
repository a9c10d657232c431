import { brand } from '../../supabase/functions/_shared/brand.ts'

/**
 * Every text that was ever shown beside the button of app/confirm, the newest last, under versions that no consent text has.
 * Each confirmation is stored with the text that its visitor saw, so never edit an entry: to change the words, add one.
 */
export const confirmationTexts = {
  'confirmation 2026-11': `By pressing the button I confirm that the phone number in the mail that led me here is mine, and I agree to receive recurring text messages from ${brand} about this training and related offers at that number. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.`,
  'confirmation 2026-11-23': `By pressing the button I confirm that the phone number in the mail that led me here is mine, and I agree to receive recurring automated marketing text messages from ${brand} about this training and related offers at that number. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.`,
} as const

type ConfirmationVersion = keyof typeof confirmationTexts
export const confirmationVersion: ConfirmationVersion = 'confirmation 2026-11-23'

/** Whether a text names a version that was shown. */
export function isConfirmationVersion(text: string): text is ConfirmationVersion {
  return Object.hasOwn(confirmationTexts, text)
}
