/** The operator's own pages, shown in the footer and beside the consent text; one without an address is left out. */
export const legalLinks: { text: string; href?: string }[] = [
  { text: 'Terms', href: undefined },
  { text: 'Privacy', href: undefined },
]
