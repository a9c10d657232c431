import { cutToBytes } from './cut-to-bytes.ts'

const maxLength = 8_000

/** Removes login, query and fragment, which may hold private data. Returns an empty text if the text is no address. */
export function evidenceAddress(text: string): string {
  const url = URL.parse(text.slice(0, maxLength))
  if (!url) return ''
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return cutToBytes(url.href, 300)
}
