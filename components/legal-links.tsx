import { legalLinks } from '@/supabase/functions/_shared/site'

const links = [
  { text: 'Terms', href: legalLinks.terms },
  { text: 'Privacy', href: legalLinks.privacy },
]

/** The operator's terms and privacy pages, those that are set. */
export function LegalLinks() {
  return links.map(
    ({ text, href }) =>
      href && (
        <a key={text} href={href} target="_blank" rel="noreferrer" className="mr-4">
          {text}
        </a>
      ),
  )
}
