import { arrayLiteral } from '../core/call-desk.ts'
import type { Filter } from '../core/leads.ts'
import { readPeriod, timesOf } from '../core/period.ts'
import { personsOf } from './notices.ts'

const names = [
  'q',
  'days',
  'from',
  'to',
  'source',
  'variant',
  'mails',
  'number',
  'consent',
  'kind',
  'sort',
  'touched',
] as const
const places = ['before', 'after'] as const

/** What the page of the list chooses, as it was typed; empty where nothing is. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/** The choice of persons without a variant; an empty value stands for all. Names are trimmed, so no other choice is ' '. */
export const unset = ' '

/** Reads the filters from the query of a page. A list of touched persons that the desk does not know any more is none. */
export function filtersOf(query: Query): Filters {
  const filters = Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Filters
  return personsOf(filters.touched) ? filters : { ...filters, touched: '' }
}

/** Whether fewer than all persons are chosen. */
export const hasFilters = ({ sort: _, days, ...filters }: Filters) =>
  Object.values(filters).some(Boolean) || (days !== '' && days !== 'all')

/** The arguments of the SQL function desk.list_leads for these filters. Throws a DeskError for no date. */
export const argumentsOf = (filters: Filters): Filter => ({
  ...timesOf(readPeriod(filters, 'all')),
  search: filters.q || null,
  source: filters.source || null,
  variant: filters.variant === unset ? '' : filters.variant || null,
  mail_state: filters.mails || null,
  number: filters.number || null,
  consent: filters.consent || null,
  kind: filters.kind || null,
  chosen: arrayLiteral(personsOf(filters.touched)),
  sort: filters.sort || 'newest',
})

/** The query that leads back to a list: its filters and its place, and nothing else of what was given. */
export const listQuery = (query: Query) =>
  String(
    new URLSearchParams(
      [...names, ...places].filter((name) => query[name]).map((name) => [name, query[name] ?? '']),
    ),
  )

/** The list from which somebody came to a page, as its parameter `list` tells; empty for the whole list. */
export const listOf = (list: unknown) =>
  listQuery(Object.fromEntries(new URLSearchParams(String(list ?? ''))))
