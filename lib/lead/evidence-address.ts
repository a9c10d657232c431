import { cutToBytes } from './cut-to-bytes.ts'

/** In characters. A stranger chooses the text, and it is read before any rate limit. */
const maxLength = 8_000

/**
 * A page's address as evidence: without login, query and fragment, which may hold what is nobody's business here (`email`,
 * `token`). At most 300 bytes of JSON; empty for a text that is no address.
 */
export function evidenceAddress(text: string): string {
  const url = URL.parse(text.slice(0, maxLength))
  if (!url) return ''
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return cutToBytes(url.href, 300)
}
