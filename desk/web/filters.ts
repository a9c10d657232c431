import { dayAfter } from '../core/dates.ts'
import type { Filter } from '../core/leads.ts'

const names = ['q', 'from', 'to', 'campaign', 'variant', 'mails'] as const
const places = ['before', 'after'] as const

/** What the form above the list chooses, as it was typed; empty where nothing is. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/** The choice of persons without a campaign or variant; an empty value stands for all. Names are trimmed, so no other choice is ' '. */
export const unset = ' '

export const filtersOf = (query: Query): Filters =>
  Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Filters

export const hasFilters = (filters: Filters) => Object.values(filters).some(Boolean)

/** The arguments of the SQL function desk.list_leads for these filters. */
export const argumentsOf = ({ q, from, to, campaign, variant, mails }: Filters): Filter => ({
  search: q || null,
  since: from ? `${from}T00:00:00Z` : null,
  until: to ? `${dayAfter(to) ?? to}T00:00:00Z` : null,
  campaign: campaign === unset ? '' : campaign || null,
  variant: variant === unset ? '' : variant || null,
  mail_state: mails || null,
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
