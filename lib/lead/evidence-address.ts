import { cutToBytes } from './cut-to-bytes.ts'

const maxLength = 8_000

/** Removes login, query and fragment, which may hold private data. If the input is no address, returns an empty text. */
export function evidenceAddress(text: string): string {
  const url = URL.parse(text.slice(0, maxLength))
  if (!url) return ''
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return cutToBytes(url.href, 300)
}
