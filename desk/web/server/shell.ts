import { grouped } from '../../core/figures.ts'
import { type Period, spans, zone } from '../../core/period.ts'
import type { PeriodProps } from '../parts/period.tsx'
import type { ShellProps } from '../parts/shell.tsx'
import { type Attention, mostCounted } from './attention.ts'
import { periodQuery, withQuery } from './form.ts'
import { takeNotice } from './notices.ts'
import { tellDays } from './when.ts'

const rooms = [
  ['overview', 'Overview', '/'],
  ['leads', 'Leads', '/leads'],
  ['mails', 'Mails', '/mails'],
  ['texting', 'Texting', '/texting'],
  ['exports', 'Exports', '/exports'],
  ['funnel', 'Funnel', '/funnel'],
  ['variants', 'Variants', '/variants'],
  ['settings', 'Settings', '/settings'],
] as const

type Parts = {
  title: string
  path: string
  /** The address of the page itself. */
  here?: string
  period: Period
  /** What waits for the operator. The value is missing if the database was not asked for it. */
  attention?: Attention
  choose?: PeriodProps
  notice?: string
}

/** Returns how many persons wait on a page. The counts stop at one above `mostCounted`. */
function waitingOf(icon: string, { failed, held }: Attention) {
  const waiting = { mails: failed, leads: held }[icon] ?? 0
  if (waiting === 0) return ''
  return waiting > mostCounted ? `${grouped(mostCounted)}+` : grouped(waiting)
}

/** Returns the props that all pages share. The links to other pages keep the period. */
export function shellOf({ title, path, here, period, attention, choose, notice }: Parts): ShellProps {
  return {
    title,
    links: rooms.map(([icon, label, href]) => ({
      icon,
      label,
      href: withQuery(href, periodQuery(period)),
      isCurrent: href === path,
      waiting: attention ? waitingOf(icon, attention) : '',
    })),
    period: choose,
    zone: attention && zone(),
    notice: takeNotice(notice, here),
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
      label: /^\d+ days$/.test(label) ? `Last ${label}` : label,
      href: withQuery(path, { ...keep, days }),
      isChosen: days === chosen,
    })),
    action: path,
    keep,
    from,
    to,
  }
}
