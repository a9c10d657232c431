import { campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'
import { cutToBytes } from './cut-to-bytes.ts'

const kept: ReadonlySet<string> = new Set(campaignKeys)

/** In characters. A stranger chooses the text, and it is read before any rate limit. */
const maxLength = 8_000

/**
 * A page's address as evidence: without login and fragment, and of the query only the campaign's keys, since others hold
 * what is nobody's business here (`email`, `token`). At most 2,000 bytes of JSON; empty for a text that is no address.
 */
export function evidenceAddress(text: string): string {
  const url = URL.parse(text.slice(0, maxLength))
  if (!url) return ''
  url.username = ''
  url.password = ''
  url.hash = ''
  url.search = new URLSearchParams([...url.searchParams].filter(([key]) => kept.has(key))).toString()
  return cutToBytes(url.href, 2000)
}
