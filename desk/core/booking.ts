import * as z from 'zod/mini'
import { DeskError, refuse } from './desk-error.ts'
import type { Desk } from './open-desk.ts'

export const bookingChoices = {
  booked: 'Booked',
  came: 'Held',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
  none: 'No call',
}

/**
 * Valid until the calendar says something newer. `starts` is YYYY-MM-DDThh:mm in the operator's time zone, or
 * '' to leave it as it is. Returns the outcome. Throws a DeskError.
 */
export async function sayBooking(desk: Desk, person: string, kind: string, starts: string): Promise<string> {
  if (!Object.hasOwn(bookingChoices, kind)) throw new DeskError('invalid', 'Say what happened with the call.')
  const time = starts ? new Date(starts) : null
  if (time && (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(starts) || Number.isNaN(time.valueOf())))
    throw new DeskError('invalid', `“${starts}” is not a time.`)
  const said = await desk.call('say_booking', {
    person,
    kind,
    ...(time && { starts_at: time.toISOString() }),
  })
  if (z.nullable(z.string()).parse(said) === null) refuse('Nothing was saved: this person has been deleted.')
  return 'The call is saved. If the calendar reports something later, that counts.'
}

const stepsSchema = z.object({
  people: z.number(),
  pressed: z.number(),
  booked: z.number(),
  held: z.number(),
  won: z.number(),
})

export type BookingSteps = z.infer<typeof stepsSchema>

/** Takes the arguments of the SQL function desk.bookings. Throws a DeskError. */
export const countBookings = async (desk: Desk, asked: Record<string, unknown>): Promise<BookingSteps> =>
  stepsSchema.parse(await desk.call('bookings', asked))
