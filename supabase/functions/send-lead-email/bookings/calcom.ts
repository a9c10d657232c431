import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { parseJson } from '../mail-events/parse-json.ts'
import { isSameText } from '../same-text.ts'
import {
  addressSchema,
  type Booking,
  idSchema,
  optional,
  present,
  type ReadBookings,
  timeSchema,
  tokenSchema,
} from './booking.ts'

const kinds = {
  BOOKING_CREATED: 'booked',
  BOOKING_RESCHEDULED: 'booked',
  BOOKING_CANCELLED: 'cancelled',
  BOOKING_REJECTED: 'cancelled',
} as const

const bookingSchema = z.object({
  triggerEvent: z.enum([...(Object.keys(kinds) as (keyof typeof kinds)[]), 'BOOKING_REQUESTED']),
  createdAt: timeSchema,
  payload: z.object({
    uid: idSchema,
    startTime: optional(timeSchema),
    endTime: optional(timeSchema),
    rescheduleUid: optional(idSchema),
    fromReschedule: optional(idSchema),
    rescheduledToUid: optional(idSchema),
    metadata: optional(z.object({ lead: tokenSchema })),
    attendees: optional(z.array(z.object({ email: addressSchema })).check(z.maxLength(100))),
    seatsPerTimeSlot: optional(z.number()),
  }),
})

/** Unlike the others, without the token. */
const noShowSchema = z.object({
  triggerEvent: z.literal('BOOKING_NO_SHOW_UPDATED'),
  createdAt: timeSchema,
  payload: z.object({
    bookingUid: idSchema,
    attendees: z.array(z.object({ email: addressSchema, noShow: z.boolean() })).check(z.maxLength(100)),
  }),
})

/**
 * Reads Cal.com's calls
 * (https://github.com/calcom/cal.com/blob/main/packages/features/webhooks/lib/sendPayload.ts). Without a
 * secret, its signature is `no-secret-provided`. The signature has no time, so a repeated call is known by
 * its `createdAt`. A call to be confirmed is first requested, and no booking yet; a booking that it replaces
 * is over.
 */
export function createCalcomReader(secret: string): ReadBookings {
  return (headers, body) => {
    const wanted = createHmac('sha256', secret).update(body).digest('hex')
    if (!isSameText(headers.get('x-cal-signature-256') ?? '', wanted)) return 'forged'
    const noShow = parseJson(noShowSchema, body)
    if (noShow) return readNoShow(noShow)
    const post = parseJson(bookingSchema, body)
    return post ? readBooking(post) : []
  }
}

const readNoShow = ({ createdAt: at, payload }: z.infer<typeof noShowSchema>) =>
  payload.attendees.map(
    ({ email, noShow }): Booking => ({
      kind: noShow ? 'no-show' : 'came',
      booking: payload.bookingUid,
      at,
      ...present({ email }),
    }),
  )

function readBooking({ triggerEvent, createdAt: at, payload }: z.infer<typeof bookingSchema>): Booking[] {
  const { uid, rescheduledToUid: replacedBy } = payload
  const older = payload.rescheduleUid ?? payload.fromReschedule
  // With several seats, a moved booking keeps its id.
  const replaces = older === uid ? undefined : older
  const people = peopleOf(payload)
  if (triggerEvent === 'BOOKING_REQUESTED')
    return replaces ? people.map((person) => ({ kind: 'cancelled', booking: replaces, at, ...person })) : []
  const kind = kinds[triggerEvent]
  const isMoved = kind === 'cancelled' && replacedBy
  return people.map((person) => ({
    kind: isMoved ? 'moved' : kind,
    booking: uid,
    at,
    ...present({
      replaces: kind === 'booked' ? replaces : undefined,
      replacedBy: isMoved ? replacedBy : undefined,
      startsAt: payload.startTime,
      endsAt: payload.endTime,
    }),
    ...person,
  }))
}

/**
 * Whoever booked comes first, and guests follow. With several seats, each attendee booked one, the post is about all in
 * it, and the metadata may be that of whoever booked the first seat (handleSeats.ts of the same repository).
 */
function peopleOf({ metadata, attendees, seatsPerTimeSlot }: z.infer<typeof bookingSchema>['payload']) {
  const [first, ...others] = attendees ?? []
  const booker = present({ token: metadata?.lead, email: first?.email })
  if (!seatsPerTimeSlot || !first) return [booker]
  return [booker, ...others.map(({ email }) => present({ email }))].map((person) => ({
    ...person,
    isSeat: true as const,
  }))
}
