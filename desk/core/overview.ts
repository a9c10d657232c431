import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'
import { dateOf, datesOf, type Period, startOf } from './period.ts'

const overviewSchema = z.object({
  leads: z.array(z.number()),
  standing: z.number(),
  views: z.record(z.string(), z.number()),
  sources: z.array(z.object({ source: z.string(), leads: z.number(), views: z.nullable(z.number()) })),
})

export type Source = z.infer<typeof overviewSchema>['sources'][number]

const mostDays = 1100

/** Reads a period and the one before. If the period ends today, compares leads up to this time of day, and views of full days. */
export async function readOverview(desk: Desk, period: Period, now = new Date()) {
  const today = dateOf(now)
  const { first, last: end } = datesOf(period)
  const last = end && end < today ? end : today
  const dates = listDates(first || dateOf(startOf(last, -89)), last)
  const count = dates.length
  const start = dates[0] ?? last
  const earlier = dates.map((date) => dateOf(startOf(date, -count)))
  // The earlier period's leads are counted until this moment.
  const passed = last === today ? now.valueOf() - startOf(today).valueOf() : 0
  const moment = passed > 0 ? new Date(startOf(last, -count).valueOf() + passed) : startOf(start)
  const bounds = [
    ...earlier.map((date) => startOf(date)),
    moment,
    ...dates.map((date) => startOf(date)),
    startOf(last, 1),
  ]
  const { leads, standing, views, sources } = overviewSchema.parse(
    await desk.call('overview', {
      bounds: arrayLiteral(bounds.map((at) => at.toISOString())),
      since: startOf(start).toISOString(),
      day_before: earlier[0],
      day_since: start,
      day_until: dateOf(startOf(last, 1)),
    }),
  )
  const viewsOf = (list: string[]) => sum(list.map((date) => views[date] ?? 0))
  const over = dates.filter((date) => date < today)
  return {
    days: dates.map((date, place) => ({ date, leads: leads[count + 1 + place] ?? 0 })),
    leads: sum(leads.slice(count + 1)),
    standing,
    leadsBefore: sum(leads.slice(0, count)),
    views: viewsOf(dates),
    viewsOver: viewsOf(over),
    viewsBefore: viewsOf(earlier.slice(0, over.length)),
    rate: sum(leads.slice(count + 1)) / viewsOf(dates),
    rateBefore: sum(leads.slice(0, count + 1)) / viewsOf(earlier),
    sources,
  }
}

const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0)

function listDates(first: string, last: string) {
  if (first > last) throw new DeskError('22023', 'There is no such day yet.')
  const dates = []
  for (let date = first; date <= last; date = dateOf(startOf(date, 1))) {
    if (dates.length === mostDays) throw new DeskError('22023', 'At most three years can be shown at once.')
    dates.push(date)
  }
  return dates
}
