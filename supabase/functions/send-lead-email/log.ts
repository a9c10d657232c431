type Detail = string | number | boolean | null | undefined

/** Writes one event as one JSON line. Fields are ids, counts and codes. A name, address, phone or key must never be logged. */
export function log(level: 'info' | 'error', event: string, fields: Record<string, Detail> = {}) {
  console[level](JSON.stringify({ level, event, ...fields }))
}
