import { grouped, percent } from '../../../core/figures.ts'
import type { Overview } from '../../../core/overview.ts'
import { sourceKind, sourceWords } from '../../../core/words.ts'
import type { SourcesProps } from './sources-view.tsx'

/** How many sources the page shows at first. */
const shownAtOnce = 8

type Query = Record<string, string>

/** A row in the table of sources. An unknown figure is stored as a number that is not finite. */
type Group = { name: string; kind: string; href?: string; views: number; leads: number; rate: number }

/** The table can be sorted by these columns. The largest value always comes first. */
export const orders = {
  views: { label: 'Views', write: grouped },
  leads: { label: 'Leads', write: grouped },
  rate: { label: 'Conversion', write: percent },
}

/**
 * The table can group the leads in these ways. Views are counted only by campaign, so groups of any other kind have
 * no views.
 */
export const groupings = {
  source: { label: 'Source', columns: ['views', 'leads', 'rate'] },
  campaign: { label: 'Campaign', columns: ['views', 'leads', 'rate'] },
  medium: { label: 'Medium', columns: ['leads'] },
  content: { label: 'Content', columns: ['leads'] },
} as const

function groupsOf(
  { groups }: Overview,
  by: keyof typeof groupings,
  leads: (filters: Query) => string,
): Group[] {
  if (by === 'medium' || by === 'content')
    return groups.map(({ name, leads }) => ({
      name: name || `no ${by}`,
      kind: '',
      views: Number.NaN,
      leads,
      rate: Number.NaN,
    }))
  return groups
    .filter(({ name }) => by === 'source' || sourceKind(name) === 'campaign')
    .map(({ name: source, leads: count, views, rate }) => ({
      name: source ? sourceWords(source) : 'views without a campaign',
      kind: by === 'source' ? sourceKind(source) : '',
      ...(source && { href: leads({ source }) }),
      views: views ?? Number.NaN,
      leads: source ? count : Number.NaN,
      rate,
    }))
}

/** Returns the table of sources, grouped and sorted as the operator chose. */
export function sourcesOf(
  found: Overview,
  by: keyof typeof groupings,
  sort: keyof typeof orders,
  isAll: boolean,
  link: (change: Query) => string,
  leads: (filters: Query) => string,
): SourcesProps {
  const columns: readonly (keyof typeof orders)[] = groupings[by].columns
  const order = columns.includes(sort) ? sort : 'leads'
  const known = (value: number) => (Number.isFinite(value) ? value : -1)
  const groups = groupsOf(found, by, leads).toSorted((one, other) => known(other[order]) - known(one[order]))
  const most = Math.max(1, ...groups.map(({ leads }) => known(leads)))
  const hidden = isAll ? 0 : groups.length - shownAtOnce
  return {
    tabs: Object.entries(groupings).map(([name, { label }]) => ({
      label,
      href: link({ by: name, sources: '' }),
      isChosen: name === by,
    })),
    heading: groupings[by].label,
    headings: columns.map((name) => ({
      label: orders[name].label,
      href: link({ sort: name, sources: isAll ? 'all' : '' }),
      isSorted: name === order,
    })),
    rows: groups.slice(0, hidden > 0 ? shownAtOnce : undefined).map(({ name, kind, href, ...figures }) => ({
      name,
      kind,
      href,
      share: Math.max(0, known(figures.leads)) / most,
      figures: columns.map((column) =>
        Number.isFinite(figures[column]) ? orders[column].write(figures[column]) : '–',
      ),
    })),
    ...(hidden > 0 && { more: { label: `${hidden} more`, href: link({ sources: 'all' }) } }),
  }
}
