import { campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'
import { cutToBytes } from './cut-to-bytes.ts'

const kept: ReadonlySet<string> = new Set(campaignKeys)

/**
 * A page's address as evidence: without login and fragment, and of the query only the campaign's keys, since others hold
 * what is nobody's business here (`email`, `token`). At most 2,000 bytes of JSON; empty for a text that is no address.
 */
export function evidenceAddress(text: string): string {
  if (!URL.canParse(text)) return ''
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  for (const key of [...url.searchParams.keys()]) if (!kept.has(key)) url.searchParams.delete(key)
  return cutToBytes(url.href, 2000)
}
