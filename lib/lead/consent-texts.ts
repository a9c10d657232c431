import { brand } from '../../supabase/functions/_shared/brand.ts'
import { type Sender, sender, senderLine } from '../../supabase/functions/_shared/sender.ts'

export const consentText = `By ticking this box I agree to receive recurring automated marketing text messages from ${brand} about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.`

/**
 * Every consent text that the form has ever shown, by version. The texts are evidence, so you may add one but must
 * never edit one. The name of a version contains no space.
 */
export const consentTexts = {
  '2026-11': `By ticking this box I agree to receive recurring text messages from ${brand} about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.`,
  '2026-11-23': consentText,
} as const

export type ConsentVersion = keyof typeof consentTexts
export const consentVersion: ConsentVersion = '2026-11-23'

/** The text that stands behind the consent text: the sender, and the URLs of the legal pages. */
export const consentSource = (from: Sender = sender) =>
  [senderLine(from), ...from.links.map(({ text, href }) => href && `${text}: ${href}`)]
    .filter(Boolean)
    .join(' ')

/** The database stores up to 2,000 characters of a consent text, and the longest version has about 500. */
export const maxSourceBytes = 1_000
