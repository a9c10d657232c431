import { boundCampaign, campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'

/**
 * Reads the campaign from the query of the address at which a visitor arrived. Keys count in any capitals, and also
 * where `&` was written as `&amp;`.
 */
export function readCampaign(query: string): Record<string, string> {
  const given = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.toLowerCase().replace(/^(?:amp;)+/, '')
    const text = value.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
    if (text && !given.has(name)) given.set(name, text)
  }
  return boundCampaign(Object.fromEntries(campaignKeys.map((key) => [key, given.get(key)])))
}

/**
 * Returns the query of the address at which a visitor arrived. `told` is what the loader read on arrival. Without
 * scripts, only the address of the page that sent the request tells it.
 */
export const arrivalOf = (told: string, headers: Pick<Headers, 'get'>): string =>
  told || (URL.parse(headers.get('referer') ?? '')?.search ?? '')
