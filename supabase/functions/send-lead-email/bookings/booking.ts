import * as z from 'zod/mini'
import { timeSchema } from '../mail-events/mail-event.ts'

/** What a calendar says about a booking. */
export type Booking = {
  /** `moved` says that another booking took its place. `came` takes back a no-show. */
  kind: 'booked' | 'moved' | 'cancelled' | 'no-show' | 'came'
  /** The calendar's id of the booking. */
  booking: string
  /** The booking that it takes the place of, and the one that takes its place. */
  replaces?: string
  replacedBy?: string
  startsAt?: string
  endsAt?: string
  /** When the calendar said so, in ISO 8601. Posts may arrive in another order. */
  at: string
  /** The token that the visitor brought to the calendar (/call/…). */
  token?: string
  /** The address of the person who booked, which may be another one than that of the lead. */
  email?: string
}

/**
 * Takes the headers and the body of a call. Returns what it says, or an empty list if it says nothing about a booking.
 * If the call does not come from the calendar, returns 'forged'.
 */
export type ReadBookings = (headers: Headers, body: string) => Booking[] | 'forged'

/** An id of a calendar. One that is longer, or of other signs, is none. */
export const idSchema = z.string().check(z.regex(/^[\w:/.-]{1,200}$/))

/** What may be missing. If it has another form, it counts as missing. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.nullish(schema), undefined)

export const tokenSchema = optional(z.guid())
export const addressSchema = optional(z.string().check(z.regex(/^\S+$/), z.maxLength(320)))
export { timeSchema }

/** Leaves out what is missing. */
export const present = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }
