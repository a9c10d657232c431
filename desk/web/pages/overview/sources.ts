import { grouped, money, percent } from '../../../core/figures.ts'

/** How many groups are shown, and how many if the operator asks for more. */
const [shownAtFirst, shownAtOnce] = [8, 100]

/** Columns to sort by, the largest value first. */
export const orders = {
  views: { label: 'Views', write: (count: number | null) => (count === null ? '–' : grouped(count)) },
  leads: { label: 'Leads', write: (count: number | null) => (count === null ? '–' : grouped(count)) },
  rate: { label: 'Conversion', write: percent },
  value: {
    label: 'Won',
    write: (value: number | null, currency: string) => (value === null ? '–' : money(value, currency)),
  },
}

/** Views are counted for campaigns only. */
export const groupings = {
  source: { label: 'Source', columns: ['views', 'leads', 'rate', 'value'] },
  campaign: { label: 'Campaign', columns: ['views', 'leads', 'rate', 'value'] },
  medium: { label: 'Medium', columns: ['leads', 'value'] },
  content: { label: 'Content', columns: ['leads', 'value'] },
} as const

/** A grouping may lack this column. */
export const orderOf = (by: keyof typeof groupings, sort: keyof typeof orders): keyof typeof orders =>
  (groupings[by].columns as readonly (keyof typeof orders)[]).includes(sort) ? sort : 'leads'

/** Takes the number of a page of the table, and returns its groups. '' is the beginning. */
export function rangeOf(sources = '') {
  const number = /^[1-9]\d{0,4}$/.test(sources) ? Number(sources) : 0
  return {
    number,
    skip: Math.max(0, number - 1) * shownAtOnce,
    most: number === 0 ? shownAtFirst : shownAtOnce,
  }
}
