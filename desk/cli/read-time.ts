import { InvalidArgumentError } from 'commander'
import { isDate, startOf } from '../core/period.ts'

const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z?))?$/

/**
 * Returns a function that reads a day, such as 2026-11-21, or a time, such as 2026-11-21T09:30, and returns it in ISO
 * 8601. Both are in the operator's time zone, or in UTC if the text ends with Z. A day is read as its beginning, which
 * is `later` days after midnight. Call the function after keepClock. For any other text, throws an error for commander.
 */
const reader = (later: number) => (text: string) => {
  const [, day = '', time, utc = ''] = form.exec(text.trim()) ?? []
  const date = time ? new Date(`${day}T${time}${utc}`) : undefined
  // The check of the day is needed because JavaScript turns 30 February into a day in March.
  if (!day || !isDate(day) || (date && Number.isNaN(date.valueOf())))
    throw new InvalidArgumentError('It is a day, such as 2026-11-21, or a time, such as 2026-11-21T09:30.')
  return (date ?? startOf(day, later)).toISOString()
}

export const readTime = reader(0)

/** The start of the day after, so that a period includes its last day. */
export const readEnd = reader(1)
