import { grouped, percent } from '../../../core/figures.ts'
import type { Overview } from '../../../core/overview.ts'
import { sourceKind, sourceWords } from '../../../core/words.ts'
import type { SourcesProps } from './sources-view.tsx'

/** How many groups the page shows at first, and how many if the operator asks for more. */
const [shownAtFirst, shownAtOnce] = [8, 100]

type Query = Record<string, string>

/** The table can be sorted by these columns. The largest value always comes first. */
export const orders = {
  views: { label: 'Views', write: (count: number | null) => (count === null ? '–' : grouped(count)) },
  leads: { label: 'Leads', write: (count: number | null) => (count === null ? '–' : grouped(count)) },
  rate: { label: 'Conversion', write: percent },
}

/** The table can group the leads in these ways. Views are counted only by campaign, so no other group has views. */
export const groupings = {
  source: { label: 'Source', columns: ['leads'] },
  campaign: { label: 'Campaign', columns: ['views', 'leads', 'rate'] },
  medium: { label: 'Medium', columns: ['leads'] },
  content: { label: 'Content', columns: ['leads'] },
} as const

/** Returns the order that applies to a grouping, because a grouping may lack the column that was asked for. */
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

/** Returns the table of sources, grouped and sorted as the operator chose. */
export function sourcesOf(
  { groups, groupCount }: Overview,
  by: keyof typeof groupings,
  sort: keyof typeof orders,
  sources: string | undefined,
  link: (change: Query) => string,
  leads: (filters: Query) => string,
): SourcesProps {
  const { number, skip, most } = rangeOf(sources)
  const order = orderOf(by, sort)
  const columns: readonly (keyof typeof orders)[] = groupings[by].columns
  const largest = Math.max(1, ...groups.map((group) => group.leads))
  const page = (to: number) => link({ sources: String(to) })
  const shown = `${grouped(skip + 1)}–${grouped(skip + groups.length)} of ${grouped(groupCount)}`
  return {
    tabs: Object.entries(groupings).map(([name, { label }]) => ({
      label,
      href: link({ by: name, sources: '' }),
      isChosen: name === by,
    })),
    heading: groupings[by].label,
    headings: columns.map((name) => ({
      label: orders[name].label,
      href: link({ sort: name, sources: number ? '1' : '' }),
      isSorted: name === order,
    })),
    rows: groups.map((group) => ({
      name: nameOf(group.name, by),
      kind: by === 'source' ? sourceKind(group.name) : '',
      ...((by === 'source' || (by === 'campaign' && group.name)) && { href: leads({ source: group.name }) }),
      share: group.leads / largest,
      figures: columns.map((column) => orders[column].write(group[column])),
    })),
    ...(number === 0 &&
      groupCount > groups.length && { all: { label: `All ${grouped(groupCount)}`, href: page(1) } }),
    ...(number > 0 && {
      shown,
      ...(number > 1 && { previous: page(number - 1) }),
      ...(skip + most < groupCount && { next: page(number + 1) }),
    }),
  }
}

function nameOf(name: string, by: keyof typeof groupings) {
  if (!name) return `no ${by}`
  return by === 'source' || by === 'campaign' ? sourceWords(name) : name
}
