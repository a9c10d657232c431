import type { Settings } from '../settings.ts'
import type { ReadBookings } from './booking.ts'
import { createCalcomReader } from './calcom.ts'
import { createCalendlyReader } from './calendly.ts'

/** By the calendar's name in the URL path. */
export function createBookingReaders(secrets: Settings['calendars']): ReadonlyMap<string, ReadBookings> {
  const { calendly, calcom } = secrets
  return new Map([
    ...(calendly ? [['calendly', createCalendlyReader(calendly)] as const] : []),
    ...(calcom ? [['calcom', createCalcomReader(calcom)] as const] : []),
  ])
}
