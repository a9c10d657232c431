/** Who sends the text messages, as it stands in the footer, beside the box of the form and in the visitor's mail. */
export type Sender = {
  /** The name of the company or person in law, not the brand. */
  legalName?: string
  postalAddress?: string
  /** An address for mail, or a phone number, that stays valid for 60 days at least. */
  contact?: string
  /** The operator's own pages, linked in the footer and beside the consent text where they have an `href`. */
  links: { text: string; href?: string }[]
}

/**
 * Yours to fill in. A production build names what is missing. Each consent is stored with what stands here, so a change is
 * a new text. Canada asks for name, address and contact (SOR/2012-36 s. 4), Australia for a name and a contact (Spam Act 2003
 * s. 17), the UK for a name and an address for opt-outs (PECR reg. 23).
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
