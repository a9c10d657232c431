import {
  boundCampaign,
  campaignKeys,
  maxCampaignBytes,
} from '../../supabase/functions/_shared/lead-request.ts'

const keys = campaignKeys.join('|')

/**
 * What people and programs write before a key: `&`, a second `?`, the end of an ampersand as HTML or in JSON,
 * other signs of a list, and all of these encoded. Without a limit, a query of nothing else would take
 * seconds.
 */
const separator = new RegExp(
  `(?:[?;,|\\s+]|%(?:3B|3F|2C|7C|20|0A|0D)|(?:%26|%5Cu0026|\\\\u0026)(?:amp(?:;|%3B))?){1,9}(?=(?:${keys})(?:=|%3D))`,
  'gi',
)
/** No server takes a longer address. */
const maxQueryLength = 16_384
/** Far longer than each key. Sorting thousands of accents on one letter would take seconds. */
const maxKeyLength = 100
/** A whole query that was encoded once more. */
const encodedEquals = new RegExp(`(?<=^\\??|&)(${keys})%3D`, 'gi')

/**
 * The campaign in the query of the visitor's first address. Keys count in any capitals, also where `&` is
 * `&amp;` or `?`, or the query is encoded. Words that were encoded twice are decoded twice, ids of clicks are
 * not.
 */
export function readCampaign(query: string): Record<string, string> {
  const given = new Map<string, string>()
  if (query.length > maxQueryLength) return {}
  for (const [key, value] of new URLSearchParams(
    query.replace(separator, '&').replace(encodedEquals, '$1='),
  )) {
    const name = toName(key)
    const text = decodeTwice(name, value)
      .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u2060\ufeff]/gu, '')
      .trim()
    // Longer values are left out: sorting thousands of accents on one letter would take seconds.
    if (text && !given.has(name))
      given.set(name, text.length > maxCampaignBytes ? text : text.normalize('NFC'))
  }
  return boundCampaign(Object.fromEntries(campaignKeys.map((key) => [key, given.get(key)])))
}

/** Without what shows nothing, and without PHP's brackets of lists. */
const toName = (key: string) =>
  key
    .slice(0, maxKeyLength)
    .normalize('NFKC')
    .replace(/\p{Cf}|^[!/]+|\[\w*\]$/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[-. ]/g, '_')

function decodeTwice(name: string, value: string): string {
  if (!name.startsWith('utm_')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/**
 * The query of the visitor's first address. `told` is what the loader read then. Without scripts, it is that
 * of the page that sent the request.
 */
export const arrivalOf = (told: string, headers: Pick<Headers, 'get'>): string =>
  told || (URL.parse(headers.get('referer') ?? '')?.search ?? '')
