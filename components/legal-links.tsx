import { sender } from '@/site/sender'

/** No link without an address. */
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
