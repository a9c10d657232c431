import { type Period, spanOf, spans, zone } from '../../core/period.ts'
import { shortAmount } from '../format/amounts.ts'
import { tellDays } from '../format/when.ts'
import { withQuery } from '../format/with-query.ts'
import type { PeriodProps } from '../parts/period.tsx'
import type { ShellProps } from '../parts/shell.tsx'
import type { Opened } from './acts.ts'
import type { Attention } from './attention.ts'
import type { AnyPage, Interface } from './page.ts'

type Parts = {
  title: string
  /** Of the navigation's page to which this one belongs. */
  path?: string
  period: Period
  /** What waits for the operator. Missing if the database was not asked. */
  attention?: Attention
  choose?: PeriodProps
  note?: string
  /** What the page shows of acts. Missing if the database was not asked. */
  opened?: Opened
}

/** '' if nobody waits. */
function waitingOf({ waiting }: AnyPage, attention: Attention) {
  const count = waiting?.(attention) ?? 0
  return count === 0 ? '' : shortAmount(count)
}

/** Links to other pages keep the period of the address, or else the page's usual one. */
export function shellOf(
  pages: Interface['pages'],
  { title, path, period, attention, choose, note, opened }: Parts,
): ShellProps {
  return {
    title,
    links: Object.values(pages).flatMap((page) =>
      page.icon
        ? {
            Icon: page.icon,
            label: page.name,
            href: withQuery(page.path, period),
            isCurrent: page.path === path,
            waiting: attention ? waitingOf(page, attention) : '',
          }
        : [],
    ),
    period: choose,
    note,
    zone: attention && zone(),
    ...opened,
  }
}

/** `keep` has the query parameters that stay. `hasAll` offers all days. */
export function periodOf(
  path: string,
  period: Period,
  keep: Record<string, string>,
  hasAll: boolean,
): PeriodProps {
  const { from, to } = period
  const chosen = spanOf(period)
  const { all, ...limited } = spans
  const offered: Record<string, string> = hasAll ? spans : limited
  return {
    period,
    label: chosen ? (spans[chosen] ?? '') : tellDays(from, to),
    choices: Object.entries(offered).map(([days, label]) => ({
      label,
      href: withQuery(path, { ...keep, days }),
      isChosen: days === chosen,
    })),
    action: path,
    keep,
    from,
    to,
  }
}
