import { dayAfter } from '../core/dates.ts'
import type { Filter } from '../core/leads.ts'

const names = ['q', 'from', 'to', 'campaign', 'variant', 'mails'] as const
const places = ['before', 'after'] as const

/** What the form above the list chooses, as it was typed; empty where nothing is. */
export type Filters = Record<(typeof names)[number], string>

type Query = Record<string, string | undefined>

/** How a form says that there is none; an empty value stands for all. The list's own names are trimmed, so none is called so. */
export const none = ' '

export const filtersOf = (query: Query): Filters =>
  Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Filters

export const hasFilters = (filters: Filters) => Object.values(filters).some(Boolean)

/** The arguments of the SQL function desk.list_leads for these filters. */
export const argumentsOf = ({ q, from, to, campaign, variant, mails }: Filters): Filter => ({
  search: q || null,
  since: from ? `${from}T00:00:00Z` : null,
  until: to ? `${dayAfter(to) ?? to}T00:00:00Z` : null,
  campaign: campaign === none ? '' : campaign || null,
  variant: variant === none ? '' : variant || null,
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
