import { type Sender, sender } from '../../site/sender.ts'
import { senderLine } from '../../supabase/functions/_shared/sender-line.ts'

export const consentSource = (from: Sender = sender) =>
  [senderLine(from), ...from.links.map(({ text, href }) => href && `${text}: ${href}`)]
    .filter(Boolean)
    .join(' ')

/** The database stores up to 2,000 characters of a consent text; the longest has about 500. */
export const maxSourceBytes = 1_000
