import type { Filter } from '../core/leads.ts'
import { arrayLiteral } from '../core/open-desk.ts'
import { readPeriod, timesOf } from '../core/period.ts'
import { personsOf } from './notices.ts'

/** The filters that are folded on a phone. */
export const foldedNames = ['source', 'variant', 'number', 'consent', 'kind', 'mails'] as const
const names = ['q', 'days', 'from', 'to', ...foldedNames, 'sort', 'touched'] as const
const places = ['before', 'after'] as const

/** The filters of the list, as the operator typed them. A filter that is not set is empty. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/** This value chooses persons without a variant. No variant has this name, because variants' names are trimmed. */
const unset = ' '

/** Returns the choices for these names. The empty name is that of persons or visits without one. */
export const named = (found: string[]) =>
  found.map((name) => (name ? [name, name] : [unset, 'none']) as [string, string])

/** Returns the argument of an SQL function for a chosen name. Null does not restrict. */
export const argumentOf = (chosen: string) => (chosen === unset ? '' : chosen || null)

/** Reads the filters from the query of a page. Drops `touched` if the desk no longer knows that list of persons. */
export function filtersOf(query: Query): Filters {
  const filters = Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Filters
  return personsOf(filters.touched) ? filters : { ...filters, touched: '' }
}

/** Whether any filter restricts the list. */
export const hasFilters = ({ sort: _, days, ...filters }: Filters) =>
  Object.values(filters).some(Boolean) || (days !== '' && days !== 'all')

/** Returns the arguments of the SQL function desk.list_leads for these filters. Throws a DeskError for a wrong date. */
export const argumentsOf = (filters: Filters): Filter => ({
  ...timesOf(readPeriod(filters, 'all')),
  search: filters.q || null,
  source: filters.source || null,
  variant: argumentOf(filters.variant),
  mail_state: filters.mails || null,
  number: filters.number || null,
  consent: filters.consent || null,
  kind: filters.kind || null,
  chosen: arrayLiteral(personsOf(filters.touched)),
  sort: filters.sort || 'newest',
})

/** Returns the query that leads back to a list. The query has the filters and the position in the list, but nothing else. */
export const listQuery = (query: Query) =>
  String(
    new URLSearchParams(
      [...names, ...places].filter((name) => query[name]).map((name) => [name, query[name] ?? '']),
    ),
  )

/** Returns from the parameter `list` the query of the list that led to a page. It is empty for the whole list. */
export const listOf = (list: unknown) =>
  listQuery(Object.fromEntries(new URLSearchParams(String(list ?? ''))))
