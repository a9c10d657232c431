import { grouped, money, percent } from '../../../core/figures.ts'

/** How many groups the page shows at first, and how many if the operator asks for more. */
const [shownAtFirst, shownAtOnce] = [8, 100]

/** The table can be sorted by these columns. The largest value always comes first. */
export const orders = {
  views: { label: 'Views', write: (count: number | null) => (count === null ? '–' : grouped(count)) },
  leads: { label: 'Leads', write: (count: number | null) => (count === null ? '–' : grouped(count)) },
  rate: { label: 'Conversion', write: percent },
  value: {
    label: 'Won',
    write: (value: number | null, currency: string) => (value === null ? '–' : money(value, currency)),
  },
}

/** The table can group the leads in these ways. Views are counted for campaigns, and for nothing else. */
export const groupings = {
  source: { label: 'Source', columns: ['views', 'leads', 'rate', 'value'] },
  campaign: { label: 'Campaign', columns: ['views', 'leads', 'rate', 'value'] },
  medium: { label: 'Medium', columns: ['leads', 'value'] },
  content: { label: 'Content', columns: ['leads', 'value'] },
} as const

/** A grouping may lack the column that was asked for. */
export const orderOf = (by: keyof typeof groupings, sort: keyof typeof orders): keyof typeof orders =>
  (groupings[by].columns as readonly (keyof typeof orders)[]).includes(sort) ? sort : 'leads'

/**
 * Takes the parameter `sources`, which is the number of a page of the table. Returns which groups the page shows. ''
 * is the beginning of the table.
 */
export function rangeOf(sources = '') {
  const number = /^[1-9]\d{0,4}$/.test(sources) ? Number(sources) : 0
  return {
    number,
    skip: Math.max(0, number - 1) * shownAtOnce,
    most: number === 0 ? shownAtFirst : shownAtOnce,
  }
}
