import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'
import { dateOf, datesOf, type Period, startOf } from './period.ts'

const groupsSchema = z.array(z.object({ name: z.string(), leads: z.number() }))

const overviewSchema = z.object({
  leads: z.array(z.number()),
  may_be_texted: z.number(),
  views: z.record(z.string(), z.number()),
  sources: z.array(z.object({ source: z.string(), leads: z.number(), views: z.nullable(z.number()) })),
  mediums: groupsSchema,
  contents: groupsSchema,
})

type Counted = z.infer<typeof overviewSchema>['sources'][number]

/** A source with its leads, its views (null if unknown) and its leads per view (NaN if unknown). */
export type Source = Counted & { rate: number }

const mostDays = 1100

/**
 * Reads a period and the one before. Leads are counted by days of this machine. If the period ends today, those of the period before
 * count up to this time of day. Views are stored by days of UTC: so views, and leads per view, are those of as many days of UTC.
 */
export async function readOverview(desk: Desk, period: Period, now = new Date()) {
  const today = dateOf(now)
  const { first, last: end } = datesOf(period)
  const last = end && end < today ? end : today
  const dates = listDates(first || dateOf(startOf(last, -89)), last)
  const count = dates.length
  const earlier = dates.map((date) => dateOf(startOf(date, -count)))
  const start = startOf(last, 1 - count)
  const sameTime = startOf(last, -count).valueOf() + (now.valueOf() - startOf(today).valueOf())
  // A day may have 25 hours, so the last one of the earlier period may be over before.
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
  const read = async (bounds: Date[], since: Date) =>
    overviewSchema.parse(
      await desk.call('overview', {
        bounds: arrayLiteral(bounds.map((at) => at.toISOString())),
        since: since.toISOString(),
        day_before: utcDates[0],
        day_since: utcDates[count],
        day_until: utcDates[2 * count],
      }),
    )
  const [own, utc] = await Promise.all([read(bounds, start), read(utcStarts, utcStarts[count] ?? start)])

  const viewsOf = (place: number) => utc.views[utcDates[place] ?? ''] ?? 0
  const utcDay = (place: number) => ({
    views: viewsOf(place),
    rate: (utc.leads[place] ?? 0) / viewsOf(place),
  })
  // The moment divides the last day of the earlier period.
  const rest = own.leads[count] ?? 0
  const before = earlier.map((date, place) => ({
    date,
    leads: (own.leads[place] ?? 0) + (place === count - 1 ? rest : 0),
    ...utcDay(place),
  }))
  const days = dates.map((date, place) => ({
    date,
    leads: own.leads[count + 1 + place] ?? 0,
    ...utcDay(count + place),
  }))
  const views = (list: typeof days) => sum(list.map((day) => day.views))
  const over = days.filter((_, place) => (utcDates[count + place] ?? '') < now.toISOString().slice(0, 10))
  return {
    days,
    before,
    leads: sum(own.leads.slice(count + 1)),
    mayBeTexted: own.may_be_texted,
    leadsBefore: sum(own.leads.slice(0, count)),
    views: views(days),
    viewsOver: views(over),
    viewsBefore: views(before.slice(0, over.length)),
    rate: sum(utc.leads.slice(count)) / views(days),
    rateBefore: sum(utc.leads.slice(0, count)) / views(before),
    sources: mergeSources(own.sources, utc.sources),
    mediums: own.mediums,
    contents: own.contents,
  }
}

/** Takes the leads of days of this machine, and views with their leads of days of UTC. Returns both by source. */
function mergeSources(own: Counted[], utc: Counted[]): Source[] {
  const leads = new Map(own.map(({ source, leads }) => [source, leads]))
  const viewed = new Map(utc.map((counted) => [counted.source, counted]))
  return [...new Set([...leads.keys(), ...viewed.keys()])].map((source) => {
    const { views = null, leads: utcLeads = 0 } = viewed.get(source) ?? {}
    return {
      source,
      leads: leads.get(source) ?? 0,
      views,
      rate: source && views ? utcLeads / views : Number.NaN,
    }
  })
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
