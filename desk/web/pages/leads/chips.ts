import { choices } from '../../../core/leads.ts'
import { noCampaign, sourceWords, variantWords } from '../../../core/words.ts'
import { tellDay } from '../../format/when.ts'
import type { Filters } from '../../server/filters.ts'
import { orders } from './orders.ts'

const words: Partial<Record<string, (value: string) => string>> = {
  q: (value) => `“${value}”`,
  source: (value) => (value === noCampaign ? 'no campaign' : sourceWords(value)),
  variant: (value) => `variant: ${variantWords(value.trim()) || 'none'}`,
  from: (value) => `from ${tellDay(value)}`,
  to: (value) => `to ${tellDay(value)}`,
  sort: (value) => `order: ${orders[value] ?? value}`,
}

const known: Partial<Record<string, { values: Partial<Record<string, string>> }>> = choices

/** In addresses, a filter keeps its older name. */
export const filterLabel = (name: string) => (name === 'mails' ? 'emails' : name)

/** The filters that are set, in words. */
export const chipsOf = (filters: Filters) =>
  Object.entries(filters)
    .filter(([name, value]) => value && value !== 'newest' && !['days', 'touched'].includes(name))
    .map(([name, value]) => ({
      name,
      label: words[name]?.(value) ?? `${filterLabel(name)}: ${known[name]?.values[value] ?? value}`,
    }))
