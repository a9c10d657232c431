import { withQuery } from '../../format/with-query.ts'
import { type Filters, hasFilters, listQuery } from '../../server/filters.ts'

/** Leads to a list that has somebody. */
export type WayOn = { label: string; href: string }

/** Larger lists, the nearest first. */
export function waysOn(filters: Filters): { label: string; filters: Filters }[] {
  const { q, days, from, to } = filters
  const none = Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) as Filters
  const hasDays = Boolean(from || to || (days && days !== 'all'))
  const always = { ...filters, days: '', from: '', to: '' }
  return [
    ...(hasDays ? [{ label: 'Show all time', filters: always }] : []),
    ...(q && hasFilters({ ...always, q: '' })
      ? [{ label: 'Search all leads', filters: { ...none, q } }]
      : []),
    ...(hasFilters(filters) ? [{ label: 'Show everybody', filters: none }] : []),
  ]
}

export const wayTo = (label: string, filters: Filters): WayOn => ({
  label,
  href: withQuery('/leads', Object.fromEntries(new URLSearchParams(listQuery(filters)))),
})
