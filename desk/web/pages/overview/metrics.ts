import { grouped, percent } from '../../../core/figures.ts'
import type { Overview } from '../../../core/overview.ts'
import type { PlotProps } from '../../parts/plot.tsx'
import { tellDay } from '../../server/when.ts'
import type { Metric } from './metric-card.tsx'

type Query = Record<string, string>
type Day = Overview['days'][number]

/** The figures that the plot can show. `before` is the same figure in the period before. */
export const plots = {
  leads: { label: 'Leads', read: (day: Day) => day.leads, write: grouped },
  views: { label: 'Page views', read: (day: Day) => day.views, write: grouped },
  rate: { label: 'Conversion', read: (day: Day) => day.rate, write: percent },
}

/** Returns the figures, each with its change. The operator can choose one of the first three for the plot. */
export function metricsOf(
  found: Overview,
  plot: string,
  link: (change: Query) => string,
  leads: (filters: Query) => string,
): Metric[] {
  const change = (now: number, before: number) =>
    before > 0 && now !== before
      ? { text: `${grouped(Math.abs(Math.round((100 * (now - before)) / before)))} %`, isRise: now > before }
      : undefined
  const before = (count: number) => (count > 0 ? `${grouped(count)} before` : 'none before')
  const points = 100 * (found.rate - found.rateBefore)
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
      note: before(found.viewsBefore),
    },
    {
      ...choiceOf('rate'),
      value: percent(found.rate),
      change:
        Math.abs(points) >= 0.05
          ? { text: `${Math.abs(points).toFixed(1)} pts`, isRise: points > 0 }
          : undefined,
      note: Number.isFinite(found.rateBefore) ? `${percent(found.rateBefore)} before` : 'none before',
    },
    {
      label: 'May be texted',
      value: grouped(found.mayBeTexted),
      note: found.leads > 0 ? `${percent(found.mayBeTexted / found.leads)} of the leads` : 'no leads',
      href: leads({ consent: 'may-be-texted' }),
      isChosen: false,
    },
  ]
}

/** Returns the figure that the operator chose, for each day and for the matching day of the period before. */
export function plotOf({ days, before }: Overview, plot: keyof typeof plots): PlotProps {
  const { label, read, write } = plots[plot]
  const known = (value: number) => (Number.isFinite(value) ? value : null)
  return {
    title: `${label} a day`,
    current: 'This period',
    previous: days.length === 1 ? 'The day before' : `The ${days.length} days before`,
    unit: plot === 'rate' ? 'percent' : 'count',
    days: days.map((day, place) => {
      const earlier = before[place] ?? day
      return {
        label: tellDay(day.date),
        value: known(read(day)),
        text: write(read(day)),
        before: known(read(earlier)),
        beforeText: `${write(read(earlier))} on ${tellDay(earlier.date)}`,
      }
    }),
  }
}
