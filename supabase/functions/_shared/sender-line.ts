import { type Sender, sender } from '../../../site/sender.ts'

/** Empty if nothing is filled in. */
export const senderLine = (from: Sender = sender) =>
  [from.legalName, from.postalAddress, from.contact].filter(Boolean).join(', ')
