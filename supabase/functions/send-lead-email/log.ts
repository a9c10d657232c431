type Detail = string | number | boolean | null | undefined

/**
 * One line of JSON. The fields may contain ids, counts and codes. Never log a name, an address, a phone
 * number or a key.
 */
export function log(level: 'info' | 'error', event: string, fields: Record<string, Detail> = {}) {
  console[level](JSON.stringify({ level, event, ...fields }))
}
