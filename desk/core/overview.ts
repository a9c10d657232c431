import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import { shareOf } from './figures.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'
import { dateOf, datesOf, type Period, startOf } from './period.ts'

const countsSchema = z.object({ page_viewed: z.optional(z.number()), unlocked: z.optional(z.number()) })

const overviewSchema = z.object({
  leads: z.array(z.number()),
  may_be_texted: z.number(),
  won: z.object({ people: z.number(), value: z.number(), currency: z.string() }),
  days: z.record(z.string(), countsSchema),
  hours: z.record(z.string(), countsSchema),
  stored_since: z.string(),
  counted_since: z.nullable(z.string()),
  group_count: z.number(),
  groups: z.array(
    z.object({
      name: z.string(),
      leads: z.number(),
      views: z.nullable(z.number()),
      unlocked: z.nullable(z.number()),
      value: z.nullable(z.number()),
    }),
  ),
})

type Counts = z.infer<typeof countsSchema>

const mostDays = 1100

export type Overview = Awaited<ReturnType<typeof readOverview>>

type Grouping = 'source' | 'campaign' | 'medium' | 'content'
type GroupOrder = 'leads' | 'views' | 'rate' | 'value'

type Choice = { by?: Grouping; order?: GroupOrder; skip?: number; most?: number; now?: Date }

/**
 * Figures of a period with a first day, and of the period before. If the period ends today, the one before
 * ends at the same time of day (leads) or the same full hour, `hour` (views). A figure is null if one of the
 * days was not counted. The rate is the share of views in which the video was unlocked. `groups` are sources,
 * campaigns, mediums or contents from the place `skip` on, the largest first.
 */
export async function readOverview(
  desk: Desk,
  period: Period,
  { by = 'source', order = 'leads', skip = 0, most = 100, now = new Date() }: Choice = {},
) {
  const today = dateOf(now)
  const { first, last: lastDay } = datesOf(period)
  const last = lastDay && lastDay < today ? lastDay : today
  const isRunning = last === today
  const dates = listDates(first, last)
  const isMonth = /month$/.test(period.days)
  const earlier = isMonth
    ? monthBefore(first, isRunning ? dates.length : 31)
    : dates.map((date) => dateOf(startOf(date, -dates.length)))
  const count = earlier.length
  const lastBefore = earlier.at(-1) ?? first
  const end = startOf(lastBefore, 1)
  const moment = isRunning ? sameTime(now, startOf(lastBefore)) : end
  // Between a running month's earlier days and its first day, there may be days that are not compared.
  const bounds = [
    ...earlier.map((date) => startOf(date)),
    moment,
    end,
    ...dates.map((date) => startOf(date)),
    startOf(last, 1),
  ]
  const found = overviewSchema.parse(
    await desk.call('overview', {
      bounds: arrayLiteral(bounds.map((at) => at.toISOString())),
      since: startOf(first).toISOString(),
      until: startOf(last, 1).toISOString(),
      day_before: earlier[0],
      last_before: lastBefore,
      day_since: dates[0],
      day_until: dateOf(startOf(last, 1)),
      until_hour: now.getHours(),
      grouped_by: by,
      order_by: order,
      skip,
      most,
    }),
  )

  const figuresOf = (date: string, leads: number) => {
    const counts = found.days[date] ?? {}
    const isCounted = found.counted_since !== null && date >= found.counted_since
    return {
      date,
      leads: date >= found.stored_since ? leads : null,
      views: isCounted ? (counts.page_viewed ?? 0) : null,
      unlocked: isCounted ? (counts.unlocked ?? 0) : null,
      rate: isCounted ? rateOf(counts) : null,
      isRunning: date === today,
    }
  }
  // The last earlier day was counted in two parts, before and after `moment`.
  const rest = found.leads[count] ?? 0
  const before = earlier.map((date, place) =>
    figuresOf(date, (found.leads[place] ?? 0) + (place === count - 1 ? rest : 0)),
  )
  const days = dates.map((date, place) => figuresOf(date, found.leads[count + 2 + place] ?? 0))

  /** All days, or today and its earlier day up to the same hour. */
  const comparable = (list: typeof days): Counts => {
    const whole = isRunning ? list.slice(0, -1) : list
    const hours = (isRunning && found.hours[list.at(-1)?.date ?? '']) || {}
    return {
      page_viewed: sum(whole.map(({ views }) => views ?? 0)) + (hours.page_viewed ?? 0),
      unlocked: sum(whole.map(({ unlocked }) => unlocked ?? 0)) + (hours.unlocked ?? 0),
    }
  }
  const [over, overBefore] = [comparable(days), comparable(before)]
  const isKnownBefore = before[0]?.views !== null
  const views = sum(days.map((day) => day.views ?? 0))
  return {
    days,
    before,
    previous: previousOf(period, dates.length),
    isRunning,
    hour: isRunning ? now.getHours() : null,
    leads: sum(found.leads.slice(count + 2)),
    mayBeTexted: found.may_be_texted,
    won: found.won,
    leadsBefore: before[0]?.leads === null ? null : sum(found.leads.slice(0, count)),
    views,
    viewsOver: over.page_viewed ?? 0,
    viewsBefore: isKnownBefore ? (overBefore.page_viewed ?? 0) : null,
    rate: shareOf(sum(days.map((day) => day.unlocked ?? 0)), views),
    rateOver: rateOf(over),
    rateBefore: isKnownBefore ? rateOf(overBefore) : null,
    groupCount: found.group_count,
    groups: found.groups.map(({ name, leads, views, unlocked, value }) => ({
      name,
      leads,
      value,
      views,
      rate: views === null ? null : shareOf(unlocked ?? 0, views),
    })),
  }
}

/** The month before `first`, at most its last `most` days. */
function monthBefore(first: string, most: number) {
  const last = dateOf(startOf(first, -1))
  return listDates(`${last.slice(0, 7)}-01`, last).slice(0, most)
}

function previousOf({ days }: Period, count: number) {
  if (days === 'this-month') return 'Last month, up to this day'
  if (days === 'last-month') return 'The month before'
  return count === 1 ? 'The day before' : `The ${count} days before`
}

/** The same time by the clock, however many hours the two days have. */
function sameTime(now: Date, day: Date) {
  const moment = new Date(day)
  moment.setHours(now.getHours(), now.getMinutes(), now.getSeconds(), now.getMilliseconds())
  return moment
}

const rateOf = ({ unlocked = 0, page_viewed: views = 0 }: Counts) => shareOf(unlocked, views)

const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0)

function listDates(first: string, last: string) {
  if (first > last) throw new DeskError('days', 'There is no such day yet.')
  const dates = []
  for (let date = first; date <= last; date = dateOf(startOf(date, 1))) {
    if (dates.length === mostDays) throw new DeskError('days', 'At most three years can be shown at once.')
    dates.push(date)
  }
  return dates
}
