type Detail = string | number | boolean | null | undefined

/** One line of JSON. Only ids, counts and codes: never a name, an address, a phone number or a key. */
export function log(level: 'info' | 'error', event: string, fields: Record<string, Detail> = {}) {
  console[level](JSON.stringify({ level, event, ...fields }))
}
