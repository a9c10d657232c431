import { brand } from '../../supabase/functions/_shared/brand.ts'
import { type Sender, sender, senderLine } from '../../supabase/functions/_shared/sender.ts'

/** The text beside the box of the form. */
export const consentText = `By ticking this box I agree to receive recurring automated marketing text messages from ${brand} about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. I can withdraw my consent at any time. Consent is not a condition of any purchase.`

/**
 * Every consent text that was ever shown, the newest last. Each submission is stored with the text and version that its
 * visitor saw, so never edit an entry: to change the words, add one, under a version without a space.
 */
export const consentTexts = {
  '2026-11': `By ticking this box I agree to receive recurring text messages from ${brand} about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.`,
  '2026-11-23': consentText,
} as const

type ConsentVersion = keyof typeof consentTexts
export const consentVersion: ConsentVersion = '2026-11-23'

/** What stands behind the text: who asks, and where their pages are. Empty as long as the sender is not filled in. */
const consentSource = (from: Sender = sender) =>
  [senderLine(from), ...from.links.map(({ text, href }) => href && `${text}: ${href}`)]
    .filter(Boolean)
    .join(' ')

/** What the form sends along: the version, and what stands behind its text. */
export const consentShown = `${consentVersion} ${consentSource()}`.trim()

/**
 * Takes what the form sent along; returns the text and the version as its visitor saw them. Nothing is known of a page with
 * another text or sender than this site's: what is shown today is not what that visitor saw.
 */
export function readConsentShown(shown: string, from?: Sender) {
  const [version = ''] = shown.split(' ', 1)
  const source = shown.slice(version.length).trim()
  if (!Object.hasOwn(consentTexts, version) || (source && source !== consentSource(from))) return {}
  const text = consentTexts[version as ConsentVersion]
  return { consentText: source ? `${text} ${source}` : text, consentVersion: version }
}
