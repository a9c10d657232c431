import type { Period } from '../../core/period.ts'

/** A link with these keeps the period of the page. */
export const periodQuery = ({ days, from, to }: Period): Record<string, string> => ({
  days: days === 'all' ? '' : days,
  from,
  to,
})

/** Omits empty query parameters. */
export function withQuery(path: string, parameters: Record<string, string>) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
