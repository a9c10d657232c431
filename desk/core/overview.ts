import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'
import { dateOf, datesOf, type Period, startOf } from './period.ts'

const overviewSchema = z.object({
  leads: z.array(z.number()),
  may_be_texted: z.number(),
  views: z.record(z.string(), z.number()),
  groups: z.array(
    z.object({ name: z.string(), leads: z.number(), utc_leads: z.number(), views: z.nullable(z.number()) }),
  ),
})

const mostDays = 1100

export type Overview = Awaited<ReturnType<typeof readOverview>>

/**
 * Reads the figures of a period and of the period before it. Leads are counted by days in the time zone of this
 * machine. If the period ends today, the period before ends at the same time of day. Views are stored by UTC days.
 * For views and for leads per view, the period therefore has the same number of UTC days. The groups are the 100
 * sources, mediums or contents that brought the most leads.
 */
export async function readOverview(
  desk: Desk,
  period: Period,
  { by = 'source', now = new Date() }: { by?: 'source' | 'medium' | 'content'; now?: Date } = {},
) {
  const today = dateOf(now)
  const { first, last: end } = datesOf(period)
  const last = end && end < today ? end : today
  const dates = listDates(first || dateOf(startOf(last, -89)), last)
  const count = dates.length
  const earlier = dates.map((date) => dateOf(startOf(date, -count)))
  const start = startOf(last, 1 - count)
  const sameTime = startOf(last, -count).valueOf() + (now.valueOf() - startOf(today).valueOf())
  // If today has 25 hours, the last day of the earlier period may end before this time of day.
  const moment = last === today ? new Date(Math.min(sameTime, start.valueOf())) : start
  const bounds = [
    ...earlier.map((date) => startOf(date)),
    moment,
    ...dates.map((date) => startOf(date)),
    startOf(last, 1),
  ]

  const utcLast = last === today ? now.toISOString().slice(0, 10) : last
  const utcStarts = Array.from({ length: 2 * count + 1 }, (_, place) =>
    utcStart(utcLast, place + 1 - 2 * count),
  )
  const utcDates = utcStarts.map((at) => at.toISOString().slice(0, 10))
  // The call gets the bounds of local days and of UTC days, so that it can count the leads of both.
  const allBounds = [...new Set([...bounds, ...utcStarts].map((at) => at.valueOf()))].sort((a, b) => a - b)
  const found = overviewSchema.parse(
    await desk.call('overview', {
      bounds: arrayLiteral(allBounds.map((at) => new Date(at).toISOString())),
      since: start.toISOString(),
      until: startOf(last, 1).toISOString(),
      day_before: utcDates[0],
      day_since: utcDates[count],
      day_until: utcDates[2 * count],
      grouped_by: by,
    }),
  )
  const placeOf = (at: Date) => allBounds.indexOf(at.valueOf())
  const countsBetween = ([first, ...ends]: Date[]) =>
    ends.map((end, place) => sum(found.leads.slice(placeOf(ends[place - 1] ?? first ?? end), placeOf(end))))
  const [ownLeads, utcLeads] = [countsBetween(bounds), countsBetween(utcStarts)]

  const viewsOf = (place: number) => found.views[utcDates[place] ?? ''] ?? 0
  const utcDay = (place: number) => ({
    views: viewsOf(place),
    rate: (utcLeads[place] ?? 0) / viewsOf(place),
  })
  // The last day of the earlier period was counted in two parts, before and after `moment`.
  const rest = ownLeads[count] ?? 0
  const before = earlier.map((date, place) => ({
    date,
    leads: (ownLeads[place] ?? 0) + (place === count - 1 ? rest : 0),
    ...utcDay(place),
  }))
  const days = dates.map((date, place) => ({
    date,
    leads: ownLeads[count + 1 + place] ?? 0,
    ...utcDay(count + place),
  }))
  const views = (list: typeof days) => sum(list.map((day) => day.views))
  const over = days.filter((_, place) => (utcDates[count + place] ?? '') < now.toISOString().slice(0, 10))
  return {
    days,
    before,
    leads: sum(ownLeads.slice(count + 1)),
    mayBeTexted: found.may_be_texted,
    leadsBefore: sum(ownLeads.slice(0, count)),
    views: views(days),
    viewsOver: views(over),
    viewsBefore: views(before.slice(0, over.length)),
    rate: sum(utcLeads.slice(count)) / views(days),
    rateBefore: sum(utcLeads.slice(0, count)) / views(before),
    // If the views are unknown, they are null, and the leads per view are NaN.
    groups: found.groups.map(({ name, leads, views, utc_leads }) => ({
      name,
      leads,
      views,
      rate: name && views ? utc_leads / views : Number.NaN,
    })),
  }
}

const utcStart = (date: string, later: number) => {
  const start = new Date(date)
  start.setUTCDate(start.getUTCDate() + later)
  return start
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
