import { type Sender, sender } from '../../../site/sender.ts'

/** Returns the sender as one line of text. If nothing is filled in, the text is empty. */
export const senderLine = (from: Sender = sender) =>
  [from.legalName, from.postalAddress, from.contact].filter(Boolean).join(', ')
