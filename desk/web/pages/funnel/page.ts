import * as z from 'zod/mini'
import { funnelEvents } from '../../../../lib/funnel/funnel-event.ts'
import { grouped, percent, shareOf } from '../../../core/figures.ts'
import { dateOf, datesOf, daysOf, readPeriod } from '../../../core/period.ts'
import { argumentOf, named } from '../../server/filters.ts'
import { periodQuery } from '../../server/form.ts'
import { page } from '../../server/page.ts'
import { periodOf } from '../../server/shell.ts'
import { tellDay, tellDays } from '../../server/when.ts'
import { mostDaysShown } from '../overview/metrics.ts'
import type { FunnelProps } from './view.tsx'
import { weeksOf } from './weeks.ts'

/** The steps of a visit in order. A field error is not a step, because most visitors have none. */
const steps = funnelEvents.filter((event) => event !== 'field_error')

/**
 * The columns of the table that has a row for each day. How much of the video was watched is shown only in the
 * totals.
 */
const columns = [...steps.filter((event) => !/\d/.test(event)), 'field_error']

const nameOf = (event: string) =>
  event
    .replace(/^video_(\d+)$/, '$1 % watched')
    .replace('field_error', 'with a mistake')
    .replace('_', ' ')
    .replace(/^./, (first) => first.toUpperCase())

const counts = z.record(z.string(), z.number())
const funnelSchema = z.object({
  days: z.array(z.object({ day: z.string(), counts })),
  totals: counts,
  watch_link: counts,
  variants: z.array(z.string()),
  campaigns: z.array(z.string()),
})

const remindersSchema = z.object({ reminded: z.number(), returned: z.number() })

type Counts = z.infer<typeof counts>

/** GET /funnel: shows how many visits reached each step. */
export const showFunnel = page({
  view: 'funnel',
  room: 'funnel',
  choose: (query) => {
    const { variant = '', campaign = '' } = query
    return periodOf('/funnel', readPeriod(query, '90'), { variant, campaign }, false)
  },
  async read({ desk, query }) {
    const { variant = '', campaign = '' } = query
    const period = readPeriod(query, '90')
    const asked = { ...daysOf(period), variant: argumentOf(variant), campaign: argumentOf(campaign) }
    const [found, reminders] = await Promise.all([desk.call('funnel', asked), desk.call('reminders', asked)])
    const { reminded, returned } = remindersSchema.parse(reminders)
    const { days, totals, watch_link: watched, variants, campaigns } = funnelSchema.parse(found)
    const { last } = datesOf(period)
    const isByWeek = days.length > mostDaysShown
    const rows = isByWeek
      ? weeksOf(days, last || dateOf(new Date())).map(({ from, to, counts: hits }) => ({
          name: tellDays(from, to),
          counts: hits,
        }))
      : days.map(({ day, counts: hits }) => ({ name: tellDay(day), counts: hits }))
    return {
      props: {
        filters: {
          keep: periodQuery(period),
          choices: [
            choiceOf('variant', 'Variant', variant, variants),
            choiceOf('campaign', 'Campaign', campaign, campaigns),
          ],
        },
        steps: days.length > 0 ? stepsOf(totals) : [],
        facts: factsOf(totals),
        ...(reminded > 0 && {
          reminders: `Of ${grouped(reminded)} reminded people, ${grouped(returned)} then began the video (${percent(shareOf(returned, reminded))}).`,
        }),
        days: {
          span: isByWeek ? 'Week' : 'Day',
          columns: [...columns.map(nameOf), 'Unlocked of views'],
          rows: rows.toReversed().map(({ name, counts: hits }) => ({
            day: name,
            counts: [
              ...columns.map((event) => grouped(hits[event] ?? 0)),
              percent(shareOf(hits.unlocked ?? 0, hits.page_viewed ?? 0)),
            ],
          })),
        },
        ...(watched.video_begun && {
          watchLink: `${grouped(watched.video_begun)} more began the video by the link in their mail, and ${grouped(watched.video_100 ?? 0)} watched it to the end. They viewed no page here, so they are not in the steps above.`,
        }),
        note: 'Views are counted without a cookie or an identifier. Browsers that ask not to be counted are left out of all steps, so the totals are too low.',
      },
    }
  },
})

const choiceOf = (name: string, label: string, chosen: string, found: string[]) => ({
  name,
  label,
  chosen,
  options: [['', 'All'] as const, ...named(found)].map(([value, text]) => ({ value, label: text })),
})

const stepsOf = (totals: Counts): FunnelProps['steps'] =>
  steps.map((event, place) => {
    const before = steps[place - 1]
    const hits = totals[event] ?? 0
    const share = shareOf(hits, totals.page_viewed ?? 0)
    return {
      name: nameOf(event),
      visits: grouped(hits),
      ofBefore: before ? percent(shareOf(hits, totals[before] ?? 0)) : '–',
      ofViews: percent(share),
      share: share ?? 0,
    }
  })

const enough = (share: number | null) => (share === null ? 'not enough data' : percent(share))

/**
 * Returns what an operator wants to know first: which share of the page views led to the video, at which step most
 * visits ended, and which share of the forms had an error.
 */
function factsOf(totals: Counts): FunnelProps['facts'] {
  const hits = (event = '') => totals[event] ?? 0
  const until = steps.slice(0, steps.indexOf('unlocked') + 1)
  const ends = until
    .slice(1)
    .map((event, place) => ({ from: until[place], to: event, lost: hits(until[place]) - hits(event) }))
    .filter(({ lost }) => lost > 0)
    .toSorted((one, other) => other.lost - one.lost)
  const [most] = ends
  return [
    {
      label: 'Unlocked the video',
      value: enough(shareOf(hits('unlocked'), hits('page_viewed'))),
      note: `${grouped(hits('unlocked'))} of ${grouped(hits('page_viewed'))} views`,
    },
    {
      label: 'Most visits end',
      value: most ? `after ${nameOf(most.from ?? '').toLowerCase()}` : '–',
      note: most
        ? `${grouped(most.lost)} (${percent(shareOf(most.lost, hits(most.from)))}) do not reach ${nameOf(most.to).toLowerCase()}`
        : 'Every visit reaches the video.',
    },
    {
      label: 'Forms with a mistake',
      value: enough(shareOf(hits('field_error'), hits('form_begun'))),
      note: `${grouped(hits('field_error'))} of ${grouped(hits('form_begun'))} forms begun`,
    },
  ]
}
