import { lastDays, type Period, spans, zone } from '../../core/period.ts'
import type { PeriodProps } from '../parts/period.tsx'
import type { ShellProps } from '../parts/shell.tsx'
import type { Opened } from './acts.ts'
import { type Attention, shortAmount } from './attention.ts'
import { periodQuery, withQuery } from './form.ts'
import { type Tab, tabs } from './tabs.ts'
import { tellDays } from './when.ts'

type Parts = {
  title: string
  /** The page of the navigation to which this one belongs. */
  tab?: Tab
  period: Period
  /** What waits for the operator. The value is missing if the database was not asked for it. */
  attention?: Attention
  choose?: PeriodProps
  /** What the page shows of acts. Missing if the database was not asked for it. */
  opened?: Opened
}

/** Returns how many persons wait on a page, or an empty text if nobody does. */
function waitingOf(tab: Tab, { failed, held }: Attention) {
  const waiting = tab === 'mails' ? failed : tab === 'leads' ? held : 0
  return waiting === 0 ? '' : shortAmount(waiting)
}

/** Returns the props that all pages share. The links to other pages keep the period. */
export function shellOf({ title, tab, period, attention, choose, opened }: Parts): ShellProps {
  return {
    title,
    links: (Object.keys(tabs) as Tab[]).map((each) => ({
      tab: each,
      label: tabs[each][0],
      href: withQuery(tabs[each][1], periodQuery(period)),
      isCurrent: each === tab,
      waiting: attention ? waitingOf(each, attention) : '',
    })),
    period: choose,
    zone: attention && zone(),
    ...opened,
  }
}

/**
 * Returns the props for the choice of days on a page. `keep` contains the query parameters that do not change.
 * `hasAll` offers all days.
 */
export function periodOf(
  path: string,
  period: Period,
  keep: Record<string, string>,
  hasAll: boolean,
): PeriodProps {
  const { days: chosen, from, to } = period
  const labels: Record<string, string> = { ...spans, ...(hasAll && { all: 'All time' }) }
  return {
    label: chosen ? (labels[chosen] ?? '') : tellDays(from, to),
    choices: Object.entries(labels).map(([days, label]) => ({
      label: lastDays(label),
      href: withQuery(path, { ...keep, days }),
      isChosen: days === chosen,
    })),
    action: path,
    keep,
    from,
    to,
  }
}
