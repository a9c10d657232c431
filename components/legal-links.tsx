import { sender } from '@/supabase/functions/_shared/sender'

/** The links to those of the operator's own pages that have an address. */
export function LegalLinks() {
  return sender.links.map(
    ({ text, href }) =>
      href && (
        <a key={text} href={href} target="_blank" rel="noreferrer" className="mr-4">
          {text}
        </a>
      ),
  )
}
