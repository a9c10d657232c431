import { operator } from './operator.ts'

/**
 * Every text that the page app/link/confirm has ever shown beside its button, by version. The texts are evidence, so you
 * may add one but must never edit one.
 */
export const confirmationTexts = {
  'confirmation 2026-11':
    'By pressing the button I confirm that the phone number in the mail that led me here is mine, and I agree to receive recurring text messages from Brand Scalers about this training and related offers at that number. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.',
  'confirmation 2026-11-23':
    'By pressing the button I confirm that the phone number in the mail that led me here is mine, and I agree to receive recurring automated marketing text messages from Brand Scalers about this training and related offers at that number. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.',
  ...operator.confirmationTexts,
} as const

export type ConfirmationVersion = keyof typeof confirmationTexts
/** The version that is shown now: your newest one in operator.ts, if you have one. */
export const confirmationVersion = (Object.keys(operator.confirmationTexts).at(-1) ??
  'confirmation 2026-11-23') as ConfirmationVersion
