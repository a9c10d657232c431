import { boundCampaign, campaignKeys } from '../../supabase/functions/_shared/lead-request.ts'

/** What people write before a key: `&`, a second `?`, and the `;` of an ampersand that was written as HTML. */
const separator = new RegExp(`(?:[?;]|%3B|%3F)[\\s+]*(?=(?:${campaignKeys.join('|')})=)`, 'gi')

/**
 * Reads the campaign from the query of the address at which a visitor arrived. Keys count in any capitals, and also
 * where `&` was written as `&amp;` or `?`. Words that were encoded twice are decoded twice, and ids of clicks are not.
 */
export function readCampaign(query: string): Record<string, string> {
  const given = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(query.replace(separator, '&'))) {
    const name = key.trim().toLowerCase()
    const text = decodeTwice(name, value)
      .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u2060\ufeff]/gu, '')
      .trim()
    if (text && !given.has(name)) given.set(name, text)
  }
  return boundCampaign(Object.fromEntries(campaignKeys.map((key) => [key, given.get(key)])))
}

function decodeTwice(name: string, value: string): string {
  if (!name.startsWith('utm_')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/**
 * Returns the query of the address at which a visitor arrived. `told` is what the loader read on arrival. Without
 * scripts, only the address of the page that sent the request tells it.
 */
export const arrivalOf = (told: string, headers: Pick<Headers, 'get'>): string =>
  told || (URL.parse(headers.get('referer') ?? '')?.search ?? '')
