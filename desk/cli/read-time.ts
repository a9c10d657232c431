import { InvalidArgumentError } from 'commander'
import { isDate, startOf } from '../core/period.ts'

const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z?))?$/

/**
 * Reads a day, such as 2026-11-21, or a time, such as 2026-11-21T09:30, into ISO 8601. Both are in the
 * operator's time zone (so keepClock comes first), or in UTC after a Z. A day is its beginning, `later` days
 * on. For any other text, throws an error for commander.
 */
const reader = (later: number) => (text: string) => {
  const [, day = '', time, utc = ''] = form.exec(text.trim()) ?? []
  const date = time ? new Date(`${day}T${time}${utc}`) : undefined
  // JavaScript turns 30 February into a day in March.
  if (!day || !isDate(day) || (date && Number.isNaN(date.valueOf())))
    throw new InvalidArgumentError('It is a day, such as 2026-11-21, or a time, such as 2026-11-21T09:30.')
  return (date ?? startOf(day, later)).toISOString()
}

export const readTime = reader(0)

/** The start of the day after, so that a period includes its last day. */
export const readEnd = reader(1)
