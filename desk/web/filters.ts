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

/** The filters of the list as they were typed. A filter that is not set is empty. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/** This value chooses persons without a variant; an empty value means all persons. No variant has it, because names are trimmed. */
export const unset = ' '

/** Reads the filters from the query of a page. A list of touched persons that the desk no longer knows is left out. */
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
  variant: filters.variant === unset ? '' : filters.variant || null,
  mail_state: filters.mails || null,
  number: filters.number || null,
  consent: filters.consent || null,
  kind: filters.kind || null,
  chosen: arrayLiteral(personsOf(filters.touched)),
  sort: filters.sort || 'newest',
})

/** Returns the query that leads back to a list. It keeps the filters and the place, and drops everything else. */
export const listQuery = (query: Query) =>
  String(
    new URLSearchParams(
      [...names, ...places].filter((name) => query[name]).map((name) => [name, query[name] ?? '']),
    ),
  )

/** Returns the query of the list that led to a page, from the parameter `list`. It is empty for the whole list. */
export const listOf = (list: unknown) =>
  listQuery(Object.fromEntries(new URLSearchParams(String(list ?? ''))))
