import { type Operator, operator } from './operator.ts'

/** Who sends the text messages. The footer, the form and the visitor's email show this text. */
export type Sender = {
  legalName?: string
  postalAddress?: string
  /** An email address or a phone number that stays valid for at least 60 days. */
  contact?: string
  /**
   * The terms and the privacy page of the operator. If a page has an `href`, the footer and the consent text link to
   * it.
   */
  links: { text: string; href?: string }[]
}

// These laws require a name, an address and a contact: SOR/2012-36 s. 4 (Canada), Spam Act 2003 s. 17 (Australia), PECR reg. 23 (UK).
const own: Operator = operator
const given = (answer: string | undefined) => (answer === 'none' ? undefined : answer)

/**
 * The answers to npm run setup. You can also write them here. A production build reports what is missing. Every change
 * also changes the consent text.
 */
export const sender: Sender = {
  legalName: given(own.legalName),
  postalAddress: given(own.postalAddress),
  contact: given(own.contact),
  links: [
    { text: 'Terms', href: given(own.terms) },
    { text: 'Privacy', href: given(own.privacy) },
  ],
}
