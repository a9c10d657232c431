/** The operator's own pages. One that has an `href` is linked in the footer and beside the consent text. */
export const legalLinks: { text: string; href?: string }[] = [{ text: 'Terms' }, { text: 'Privacy' }]
