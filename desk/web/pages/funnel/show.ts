import * as z from 'zod/mini'
import { countBookings } from '../../../core/booking.ts'
import { dateOf, datesOf, daysOf, readPeriod } from '../../../core/period.ts'
import { argumentOf } from '../../server/filters.ts'
import { periodOf } from '../../server/shell.ts'
import { showPage } from '../../server/show-page.ts'
import { mostDaysShown } from '../overview/metrics.ts'
import type { FunnelProps } from './view.tsx'
import { weeksOf } from './weeks.ts'

const counts = z.record(z.string(), z.number())
const funnelSchema = z.object({
  days: z.array(z.object({ day: z.string(), counts })),
  totals: counts,
  watch_link: counts,
  variants: z.array(z.string()),
  campaigns: z.array(z.string()),
})

const remindersSchema = z.object({ reminded: z.number(), returned: z.number() })

/** GET /funnel */
export const showFunnel = showPage<FunnelProps>({
  choose: (query) => {
    const { variant = '', campaign = '' } = query
    return periodOf('/funnel', readPeriod(query), { variant, campaign }, false)
  },
  note: 'Views are counted without a cookie or an identifier. Browsers that ask not to be counted are left out of all steps, so the real totals are higher.',
  async read({ desk, query }) {
    const { variant = '', campaign = '' } = query
    const period = readPeriod(query)
    const asked = { ...daysOf(period), variant: argumentOf(variant), campaign: argumentOf(campaign) }
    const [counted, reminders, bookings] = await Promise.all([
      desk.call('funnel', asked),
      desk.call('reminders', asked),
      countBookings(desk, asked),
    ])
    const { days, ...found } = funnelSchema.parse(counted)
    const isByWeek = days.length > mostDaysShown
    return {
      props: {
        period,
        variant,
        campaign,
        ...found,
        ...remindersSchema.parse(reminders),
        bookings,
        span: isByWeek ? 'Week' : 'Day',
        rows: isByWeek
          ? weeksOf(days, datesOf(period).last || dateOf(new Date()))
          : days.map(({ day, counts: hits }) => ({ from: day, to: day, counts: hits })),
      },
    }
  },
})
