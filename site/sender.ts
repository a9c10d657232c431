/** Who sends the text messages. The footer, the form and the visitor's mail show this text. */
export type Sender = {
  legalName?: string
  postalAddress?: string
  /** An e-mail address or a phone number that stays valid for at least 60 days. */
  contact?: string
  /**
   * The terms and the privacy page of the operator. If a page has an `href`, the footer and the consent text link to
   * it.
   */
  links: { text: string; href?: string }[]
}

// These laws require a name, an address and a contact: SOR/2012-36 s. 4 (Canada), Spam Act 2003 s. 17 (Australia), PECR reg. 23 (UK).
/**
 * Fill in these fields. A production build reports which of them are missing. Every change here also changes the
 * consent text.
 */
export const sender: Sender = {
  // legalName: 'Example Ltd',
  // postalAddress: '1 Main Street, Springfield, IL 62701, USA',
  // contact: 'hello@example.com',
  links: [{ text: 'Terms' }, { text: 'Privacy' }],
}
