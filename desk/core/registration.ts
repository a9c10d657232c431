import { brand } from '../../site/brand.ts'
import { consentText } from '../../site/consent-texts.ts'
import type { Sender } from '../../site/sender.ts'
import { senderLine } from '../../supabase/functions/_shared/sender-line.ts'

/** For a 10DLC campaign or a toll-free number. Missing settings appear in angle brackets. */
export function describeRegistration(from: Sender, siteUrl = '<SITE_URL>') {
  const link = (name: RegExp) => from.links.find(({ text }) => name.test(text))?.href
  const contact = from.contact ?? '<contact>'
  const rates = 'Msg frequency varies. Msg & data rates may apply.'
  return {
    Sender: senderLine(from) || '<site/sender.ts>',
    'Brand as shown': brand,
    'Use case': 'Marketing',
    Description: `${brand} texts people who signed up for its free training about that training and related offers.`,
    'Message flow': `A visitor of ${siteUrl} presses play (or opens ${siteUrl}/#training) and fills in name, email address, phone number and country, and ticks a box that is not ticked beforehand. The text beside the box is the one below, with links to Terms and Privacy. The form is sent by “CLAIM TRAINING>>”. Text, version, time, page and a hash of the IP address are stored. Consent is withdrawn by STOP, by a link in the email that follows, or by a message to ${contact}.`,
    'Opt-in text': consentText,
    Terms: link(/terms/i) ?? '<address>',
    Privacy: link(/privacy/i) ?? '<address>',
    'First text': `${brand}: thanks for signing up for marketing texts about our free training and related offers. ${rates} Reply HELP for help, STOP to cancel.`,
    'Answer to HELP': `${brand}: write to ${contact} for help. ${rates} Reply STOP to cancel.`,
    'Answer to STOP': `${brand}: you are unsubscribed and will get no more texts.`,
    'Sample 1': `${brand}: your free training is waiting for you at ${siteUrl}. Reply STOP to cancel.`,
    'Sample 2': `${brand}: seats for our next live session open today: ${siteUrl}. Reply STOP to cancel.`,
  }
}
