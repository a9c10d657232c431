import * as z from 'zod/mini'
import { grouped } from '../../../core/figures.ts'
import { choiceNames, choices } from '../../../core/leads.ts'
import { noCampaign, sourceLabel, sourceWords } from '../../../core/words.ts'
import { type Attention, mostCounted } from '../../server/attention.ts'
import { type Filters, hasFilters, named } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { tellDay } from '../../server/when.ts'
import type { LeadColumn } from './columns.tsx'
import type { LeadsProps } from './view.tsx'

/** The result of the SQL function desk.list_origins. */
export const originsSchema = z.object({
  sources: z.array(z.string()),
  variants: z.array(z.string()),
  is_cut: z.boolean(),
})

/** What is said if there are more sources than the field offers. */
export const sourcesNote =
  'The field offers the first 2,000 sources. Type any other with its kind, for example “campaign: autumn”.'

type View = {
  label: string
  filters: Partial<Record<keyof typeof choices, string>>
  /** If there is such a state, the label shows how many people have a mail in this state. */
  waits?: 'failed' | 'held'
}

/** The saved views of the list. Each view gives a name to some filters. */
const views: View[] = [
  { label: 'Everybody', filters: {} },
  { label: 'May be texted', filters: { consent: 'may-be-texted' } },
  { label: 'Not called yet', filters: { calls: 'none', kind: 'person' } },
  { label: 'Call today', filters: { calls: 'today' } },
  { label: 'Mail failed', filters: { mails: 'failed' }, waits: 'failed' },
  { label: 'On hold', filters: { mails: 'held' }, waits: 'held' },
]

/**
 * The list can be sorted by these columns. Each column has the order after the first click, and then the opposite
 * order.
 */
const orders: Partial<Record<LeadColumn, [string, string]>> = {
  person: ['name', 'name-down'],
  source: ['source', 'source-down'],
  since: ['newest', 'oldest'],
}

const countOf = (people: number) => (people > mostCounted ? `${grouped(mostCounted)}+` : grouped(people))

/** Returns the saved views as tabs. */
export const tabsOf = (filters: Filters, attention: Attention): LeadsProps['tabs'] =>
  views.map(({ label, filters: own, waits }) => ({
    label,
    href: withQuery('/leads', own),
    isChosen: !filters.touched && choiceNames.every((name) => filters[name] === (own[name] ?? '')),
    ...(waits &&
      attention[waits] > 0 && {
        waiting: { count: countOf(attention[waits]), tone: waits === 'failed' ? 'bad' : 'wait' },
      }),
  }))

/** Returns the source that is chosen, and all sources from which the operator can choose by typing. */
export const sourceChoicesOf = (filters: Filters, sources: string[]): LeadsProps['source'] => ({
  chosen: filters.source && sourceLabel(filters.source),
  choices: [...sources, noCampaign].map(sourceLabel),
})

/** Returns those other filters for which the operator picks a value, with the values to pick from. */
export function choicesOf(filters: Filters, variants: string[]): LeadsProps['filters'] {
  const all: Partial<Record<keyof Filters, (readonly [string, string])[]>> = {
    ...((variants.length > 0 || filters.variant) && { variant: named(['', ...variants]) }),
    ...Object.fromEntries(
      Object.entries(choices).map(([name, { values }]) => [name, Object.entries(values)]),
    ),
  }
  return Object.entries(all).map(([name, found]) => ({
    name,
    label: name.replace(/^./, (first) => first.toUpperCase()),
    chosen: filters[name as keyof Filters],
    choices: found.map(([value, label]) => ({ value, label })),
  }))
}

/** Returns a chip for each filter that is set. The chip links to the list without this filter. */
export function chipsOf(filters: Filters): LeadsProps['chips'] {
  const words: Partial<Record<keyof Filters, (value: string) => string>> = {
    q: (value) => `“${value}”`,
    source: (value) => (value === noCampaign ? 'no campaign' : sourceWords(value)),
    variant: (value) => `variant: ${value.trim() || 'none'}`,
    from: (value) => `from ${tellDay(value)}`,
    to: (value) => `to ${tellDay(value)}`,
  }
  const labelOf = (name: string, value: string) => {
    const known = (choices as Record<string, { values: Record<string, string> }>)[name]
    return words[name as keyof Filters]?.(value) ?? `${name}: ${known?.values[value] ?? value}`
  }
  return Object.entries(filters)
    .filter(([name, value]) => value && !['days', 'sort', 'touched'].includes(name))
    .map(([name, value]) => ({
      label: labelOf(name, value),
      href: withQuery('/leads', { ...filters, [name]: '', touched: '' }),
    }))
}

/** Returns the links in the headings that sort the list. */
export function headingsOf(filters: Filters): LeadsProps['headings'] {
  const sort = filters.sort || 'newest'
  const isUp = sort === 'oldest' || !(sort === 'newest' || sort.endsWith('-down'))
  return Object.fromEntries(
    Object.entries(orders).map(([name, [first, second]]) => [
      name,
      {
        href: withQuery('/leads', { ...filters, sort: sort === first ? second : first }),
        ...([first, second].includes(sort) && { sort: isUp ? 'ascending' : 'descending' }),
      },
    ]),
  )
}

/** Returns what to say if nobody passes the filters. */
export function nobodyOf(filters: Filters): LeadsProps['nobody'] {
  const { q } = filters
  if (!hasFilters(filters))
    return {
      text: 'Nobody has signed up yet. Sign up on your page once, and you appear here.',
      label: 'Then send yourself a test mail',
      href: '/mails',
    }
  const hint = q ? 'Search by a part of a name or a phone number, or by the beginning of an address.' : ''
  return {
    text: `Nobody matches. ${hint}`,
    ...(q && hasFilters({ ...filters, q: '' })
      ? { label: 'Search all leads', href: withQuery('/leads', { q }) }
      : { label: 'Show all', href: '/leads' }),
  }
}
