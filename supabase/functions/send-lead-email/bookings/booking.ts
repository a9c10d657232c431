import * as z from 'zod/mini'
import { timeSchema } from '../mail-events/mail-event.ts'

export type Booking = {
  /** `moved`: another booking took its place. `came` takes back a no-show. */
  kind: 'booked' | 'moved' | 'cancelled' | 'no-show' | 'came'
  /** The calendar's id. */
  booking: string
  /** The booking that it replaces, and the one that replaces it. */
  replaces?: string
  replacedBy?: string
  startsAt?: string
  endsAt?: string
  /** When the calendar said so (ISO 8601). Posts may arrive in another order. */
  at: string
  /** Brought to the calendar by the visitor (/call/…). */
  token?: string
  /** Of who booked, which may differ from the lead's. */
  email?: string
  /** True if strangers may have seats in the same booking. Then only the address says whose seat it is. */
  isSeat?: true
}

/**
 * Takes the headers and body of a call. Empty if it says nothing about a booking, and 'forged' if it is not
 * from the calendar.
 */
export type ReadBookings = (headers: Headers, body: string) => Booking[] | 'forged'

/** A calendar's id. */
export const idSchema = z.string().check(z.regex(/^[\w:/.-]{1,200}$/))

/** In another form, it counts as missing. */
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
