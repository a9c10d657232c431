import { sender } from '@/site/sender'

/** Links to the legal pages of the operator. If a page has no address, it gets no link. */
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
