import { choiceNames, type Selection } from '../../core/leads.ts'
import { readPeriod, timesOf } from '../../core/period.ts'
import { sourceOf } from '../../core/words.ts'
import { actOf } from './acts.ts'

const names = ['q', 'days', 'from', 'to', 'source', 'variant', ...choiceNames, 'sort', 'touched'] as const
// `back` names another page from which the operator came.
const places = ['before', 'after', 'rows', 'page', 'back'] as const

/** The filters of the list, as the operator typed them. If a filter is not set, it is an empty text. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/**
 * If a filter has this value, it selects persons or visits that have no variant or no campaign. No name can equal
 * this value, because names are trimmed.
 */
const unset = ' '

/** One option each. The option for the empty name selects persons or visits that have none. */
export const named = (found: string[]) =>
  found.map((name) => (name ? [name, name] : [unset, 'none']) as [string, string])

/** For the SQL function. Null means no restriction. */
export const argumentOf = (chosen: string) => (chosen === unset ? '' : chosen || null)

/** `touched` is the act of which the list has the persons. */
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

/** The filters and the position in the list, but no other parameters. */
export const listQuery = (query: Query) =>
  String(
    new URLSearchParams(
      [...names, ...places].filter((name) => query[name]).map((name) => [name, query[name] ?? '']),
    ),
  )

/** Takes the parameter `list`. '' is the whole list. */
export const listOf = (list: unknown) =>
  listQuery(Object.fromEntries(new URLSearchParams(String(list ?? ''))))
