import { funnelEvents } from '../../../../lib/funnel/funnel-event.ts'
import type { BookingSteps } from '../../../core/booking.ts'
import { shareOf } from '../../../core/figures.ts'
import { capitalized } from '../../../core/words.ts'
import type { Counts } from './weeks.ts'

/** A field error is not a step, because most visitors have none. */
const steps = funnelEvents.filter((event) => event !== 'field_error')

/** How much was watched is shown only in the totals. */
export const columns = [...steps.filter((event) => !/\d/.test(event)), 'field_error']

const names: Record<string, string> = {
  play_clicked: 'Play pressed',
  dialog_opened: 'Form opened',
  form_begun: 'Form started',
  field_error: 'With an error',
  submitted: 'Form submitted',
  unlocked: 'Video unlocked',
  video_begun: 'Video started',
}

export const stepName = (event: string) =>
  names[event] ?? capitalized(event.replace(/^video_(\d+)$/, '$1 % watched').replace('_', ' '))

/** Each with its shares of the previous step and of all views. */
export const stepsOf = (totals: Counts) =>
  steps.map((event, place) => {
    const before = steps[place - 1]
    const visits = totals[event] ?? 0
    return {
      name: stepName(event),
      visits,
      ofBefore: before ? shareOf(visits, totals[before] ?? 0) : null,
      ofViews: shareOf(visits, totals.page_viewed ?? 0),
    }
  })

export function bookingStepsOf({ people, pressed, booked, held, won }: BookingSteps): Step[] {
  const counts: [name: string, count: number][] = [
    ['Signed up', people],
    ['Clicked the booking link', pressed],
    ['Booked a call', booked],
    ['Call held', held],
    ['Won', won],
  ]
  return counts.map(([name, visits], place) => ({
    name,
    visits,
    ofBefore: place > 0 ? shareOf(visits, counts[place - 1]?.[1] ?? 0) : null,
    ofViews: shareOf(visits, people),
  }))
}

export type Step = ReturnType<typeof stepsOf>[number]

/** Undefined if no visit ended before the video. */
export function mostLost(totals: Counts) {
  const until = steps.slice(0, steps.indexOf('unlocked') + 1)
  return until
    .slice(1)
    .map((to, place) => {
      const from = until[place] ?? to
      const visits = totals[from] ?? 0
      return { from, to, visits, lost: visits - (totals[to] ?? 0) }
    })
    .filter(({ lost }) => lost > 0)
    .toSorted((one, other) => other.lost - one.lost)[0]
}
