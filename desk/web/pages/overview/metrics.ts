import { grouped, money, percent, shareOf } from '../../../core/figures.ts'
import type { Overview } from '../../../core/overview.ts'
import { tellDay } from '../../format/when.ts'
import type { PlotProps } from '../../parts/plot.tsx'
import type { Metric } from './metric-card.tsx'

type Query = Record<string, string>
type Figures = Pick<Overview['days'][number], 'leads' | 'views' | 'unlocked' | 'rate'>

const orDash = (count: number | null) => (count === null ? '–' : grouped(count))

export const plots = {
  leads: { label: 'Leads', read: (day: Figures) => day.leads, write: orDash },
  views: { label: 'Page views', read: (day: Figures) => day.views, write: orDash },
  rate: { label: 'Conversion', read: (day: Figures) => day.rate, write: percent },
}

/** A plot of more days shows weeks, because single days would be too close together. */
export const mostDaysShown = 92

/** One of the first three can be chosen for the plot. */
export function metricsOf(
  found: Overview,
  plot: string,
  link: (change: Query) => string,
  leads: (filters: Query) => string,
): Metric[] {
  const change = (now: number, before: number | null) =>
    before !== null && before > 0 && now !== before
      ? { text: `${grouped(Math.abs(Math.round((100 * (now - before)) / before)))} %`, isRise: now > before }
      : undefined
  const known = found.before.find(({ leads }) => leads !== null)
  const unknown = known ? `counted since ${tellDay(known.date)}` : 'no figures before'
  const before = (count: number | null) =>
    count === null ? unknown : count > 0 ? `${grouped(count)} before` : 'none before'
  // Views are compared up to the last full hour; the card also says how many there were by then.
  const byHour = (all: number | null, over: number | null, write: (figure: number | null) => string) =>
    found.hour === null || over === null || over === all ? '' : `${write(over)} by ${found.hour}:00, `
  const points =
    found.rateOver === null || found.rateBefore === null ? 0 : 100 * (found.rateOver - found.rateBefore)
  const choiceOf = (name: keyof typeof plots) => ({
    label: plots[name].label,
    href: link({ plot: name }),
    isChosen: plot === name,
  })
  return [
    {
      ...choiceOf('leads'),
      value: grouped(found.leads),
      change: change(found.leads, found.leadsBefore),
      note: before(found.leadsBefore),
    },
    {
      ...choiceOf('views'),
      value: grouped(found.views),
      change: change(found.viewsOver, found.viewsBefore),
      note: `${found.viewsBefore ? byHour(found.views, found.viewsOver, orDash) : ''}${before(found.viewsBefore)}`,
    },
    {
      ...choiceOf('rate'),
      value: found.rate === null ? null : percent(found.rate),
      // Both figures are on the card: a change that they do not show would look wrong.
      change:
        Math.abs(points) >= 0.05 && percent(found.rateOver) !== percent(found.rateBefore)
          ? { text: `${Math.abs(points).toFixed(1)} pts`, isRise: points > 0 }
          : undefined,
      note:
        found.rateBefore === null
          ? unknown
          : `${byHour(found.rate, found.rateOver, percent)}${percent(found.rateBefore)} before`,
    },
    {
      label: 'May be texted',
      value: grouped(found.mayBeTexted),
      note: found.leads > 0 ? `${percent(shareOf(found.mayBeTexted, found.leads))} of the leads` : 'no leads',
      href: leads({ consent: 'may-be-texted' }),
      isChosen: false,
    },
    ...wonOf(found, leads),
  ]
}

/** Missing if nobody was won. */
function wonOf({ won: { people, value, currency } }: Overview, leads: (filters: Query) => string): Metric[] {
  if (people === 0) return []
  return [
    {
      label: 'Won',
      value: value > 0 ? money(value, currency) : grouped(people),
      note: value > 0 ? `${grouped(people)} of the leads` : 'of the leads',
      href: leads({ outcome: 'won' }),
      isChosen: false,
    },
  ]
}

/**
 * Each day with the matching one of the period before. A long period is by weeks, which end on its last day.
 */
export function plotOf({ days, before, previous, isRunning }: Overview, plot: keyof typeof plots): PlotProps {
  const { label, read, write } = plots[plot]
  const isByWeek = days.length > mostDaysShown
  const [own, earlier] = isByWeek ? [weeksOf(days), weeksOf(before)] : [days, before]
  const tell = (date: string) => (isByWeek ? `Week of ${tellDay(date)}` : tellDay(date))
  return {
    title: isByWeek ? `${label} a week${tellRest(days.length % 7)}` : `${label} a day`,
    current: 'This period',
    previous,
    unit: plot === 'rate' ? 'percent' : 'count',
    isRunning,
    days: own.map((day, place) => {
      const matching = earlier[place]
      const isOpen = isRunning && place === own.length - 1
      return {
        label: tellDay(day.date),
        title: tell(day.date),
        value: read(day),
        text: `${write(read(day))}${isOpen ? ' so far' : ''}`,
        before: matching ? read(matching) : null,
        beforeText: matching ? `${write(read(matching))} on ${tellDay(matching.date)}` : '',
      }
    }),
  }
}

/** The plot leaves out the first days if they are no full week. */
const tellRest = (rest: number) =>
  rest === 0 ? '' : `, without the first ${rest === 1 ? 'day' : `${rest} days`}`

/** From the end. Days before the first full week are left out. */
function weeksOf(days: Overview['days']): (Figures & { date: string })[] {
  const rest = days.length % 7
  return Array.from({ length: (days.length - rest) / 7 }, (_, place) => {
    const week = days.slice(rest + 7 * place, rest + 7 * (place + 1))
    const total = (name: 'leads' | 'views' | 'unlocked') =>
      week.reduce<number | null>(
        (all, { [name]: one }) => (all === null || one === null ? null : all + one),
        0,
      )
    const [views, unlocked] = [total('views'), total('unlocked')]
    return {
      date: week[0]?.date ?? '',
      leads: total('leads'),
      views,
      unlocked,
      rate: views === null || unlocked === null ? null : shareOf(unlocked, views),
    }
  })
}
