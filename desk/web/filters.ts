import type { Filter } from '../core/leads.ts'
import { arrayLiteral } from '../core/open-desk.ts'
import { dateOf, readPeriod, timesOf } from '../core/period.ts'
import { personsOf } from './notices.ts'

const choosable = ['source', 'variant', 'number', 'consent', 'calls', 'kind', 'mails'] as const
const names = ['q', 'days', 'from', 'to', ...choosable, 'sort', 'touched'] as const
const places = ['before', 'after'] as const

/** The filters of the list, as the operator typed them. A filter that is not set is an empty text. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/** This filter value selects persons or visits without a variant or campaign. No name equals this value, because names are trimmed. */
const unset = ' '

/** Returns an option for each name. The empty name means persons or visits without a name. */
export const named = (found: string[]) =>
  found.map((name) => (name ? [name, name] : [unset, 'none']) as [string, string])

/** Returns the SQL function's argument for a chosen option. Null means no restriction. */
export const argumentOf = (chosen: string) => (chosen === unset ? '' : chosen || null)

/** Reads the filters from a page's query parameters. Drops `touched` if the desk no longer has that list of persons. */
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
  calls: filters.calls || null,
  ...(filters.calls === 'today' && { today: dateOf(new Date()) }),
  kind: filters.kind || null,
  chosen: arrayLiteral(personsOf(filters.touched)),
  sort: filters.sort || 'newest',
})

/** Returns the query string of the list that the operator sees: its filters and position, but no other parameters. */
export const listQuery = (query: Query) =>
  String(
    new URLSearchParams(
      [...names, ...places].filter((name) => query[name]).map((name) => [name, query[name] ?? '']),
    ),
  )

/** Takes the parameter `list`. Returns the query string of the list from which the operator came, or '' for the whole list. */
export const listOf = (list: unknown) =>
  listQuery(Object.fromEntries(new URLSearchParams(String(list ?? ''))))
