import { choiceNames, type Selection } from '../../core/leads.ts'
import { readPeriod, timesOf } from '../../core/period.ts'
import { sourceOf } from '../../core/words.ts'
import { actOf } from './acts.ts'

const names = ['q', 'days', 'from', 'to', 'source', 'variant', ...choiceNames, 'sort', 'touched'] as const
// `back` names another page from which the operator came.
const places = ['before', 'after', 'rows', 'page', 'back'] as const

/** As the operator typed them. '' does not filter. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/** Selects people or visits without a variant or campaign. Names are trimmed, so none equals this value. */
const unset = ' '

/** The option for the empty name selects people or visits that have none. */
export const named = (found: string[]) =>
  found.map((name) => (name ? [name, name] : [unset, 'none']) as [string, string])

/** For the SQL function. Null does not restrict. */
export const argumentOf = (chosen: string) => (chosen === unset ? '' : chosen || null)

/** `touched` is the act whose people the list has. */
export function filtersOf(query: Query): Filters {
  const filters = Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Filters
  const { source, touched } = filters
  return { ...filters, source: sourceOf(source), touched: actOf(touched) }
}

/** False if the list shows everybody. */
export const hasFilters = ({ sort: _, days, ...filters }: Filters) =>
  Object.values(filters).some(Boolean) || (days !== '' && days !== 'all')

/** In the order of the filters. Throws a DeskError for a wrong date. */
export const selectionOf = (filters: Filters): Selection => ({
  filters: {
    ...timesOf(readPeriod(filters, '')),
    search: filters.q || null,
    source: filters.source || null,
    variant: argumentOf(filters.variant),
    ...Object.fromEntries(choiceNames.map((name) => [name, filters[name] || null])),
    act: filters.touched || null,
  },
  sort: filters.sort || 'newest',
})

/** The filters and the position in the list. */
export const listQuery = (query: Query) =>
  String(
    new URLSearchParams(
      [...names, ...places].filter((name) => query[name]).map((name) => [name, query[name] ?? '']),
    ),
  )

/** Takes the parameter `list`. '' is the whole list. */
export const listOf = (list: unknown) =>
  listQuery(Object.fromEntries(new URLSearchParams(String(list ?? ''))))
