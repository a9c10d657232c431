import { sender } from '@/supabase/functions/_shared/sender'

/** The links to the operator's own pages, those that are set. */
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
