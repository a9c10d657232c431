/** Who sends the text messages, as it stands in the footer, beside the box of the form and in the visitor's mail. */
export type Sender = {
  legalName?: string
  postalAddress?: string
  /** An address for mail, or a phone number, that stays valid for 60 days at least. */
  contact?: string
  /** The operator's own pages, linked in the footer and beside the consent text where they have an `href`. */
  links: { text: string; href?: string }[]
}

/**
 * Yours to fill in; a production build names what is missing. A change is a new consent text. Name, address and contact are what
 * SOR/2012-36 s. 4 (Canada), Spam Act 2003 s. 17 (Australia) and PECR reg. 23 (UK) ask for.
 */
export const sender: Sender = {
  // legalName: 'Example Ltd',
  // postalAddress: '1 Main Street, Springfield, IL 62701, USA',
  // contact: 'hello@example.com',
  links: [{ text: 'Terms' }, { text: 'Privacy' }],
}

/** The sender in one line; empty as long as nothing is filled in. */
export const senderLine = (from: Sender = sender) =>
  [from.legalName, from.postalAddress, from.contact].filter(Boolean).join(', ')
