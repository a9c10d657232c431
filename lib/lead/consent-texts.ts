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

type ConsentVersion = keyof typeof consentTexts
export const consentVersion: ConsentVersion = '2026-11-23'

/**
 * The form sends the version of the consent text that it showed. After the version, it sends this text, which has the
 * sender and the URLs of the legal pages.
 */
const consentSource = (from: Sender = sender) =>
  [senderLine(from), ...from.links.map(({ text, href }) => href && `${text}: ${href}`)]
    .filter(Boolean)
    .join(' ')

export const consentShown = `${consentVersion} ${consentSource()}`.trim()

/**
 * Returns the text and version that the visitor saw. If the version is unknown or the sender has changed in the
 * meantime, returns neither text nor version.
 */
export function readConsentShown(shown: string, from?: Sender) {
  const [version = ''] = shown.split(' ', 1)
  const source = shown.slice(version.length).trim()
  if (!Object.hasOwn(consentTexts, version) || (source && source !== consentSource(from))) return {}
  const text = consentTexts[version as ConsentVersion]
  return { consentText: source ? `${text} ${source}` : text, consentVersion: version }
}
