type Detail = string | number | boolean | null | undefined

/**
 * Writes one event as one JSON line. The fields are ids, counts and codes. A name, an address, a phone number or a key
 * must never be logged.
 */
export function log(level: 'info' | 'error', event: string, fields: Record<string, Detail> = {}) {
  console[level](JSON.stringify({ level, event, ...fields }))
}
