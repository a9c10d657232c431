import { InvalidArgumentError } from 'commander'

const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)Z?)?$/

/**
 * Reads a day or a time in UTC, such as 2026-11-21T09:30, and returns it in ISO 8601. For any other text, throws an
 * error for commander.
 */
export function readTime(text: string): string {
  const [, day, time = '00:00'] = form.exec(text.trim()) ?? []
  const date = new Date(`${day}T${time}Z`)
  // This check is needed because JavaScript turns 30 February into a day in March.
  if (day && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(day)) return date.toISOString()
  throw new InvalidArgumentError(
    'It is a day, such as 2026-11-21, or a time in UTC, such as 2026-11-21T09:30.',
  )
}

/**
 * Reads the end of a period. The period includes its last day, so the result is the start of the day after it. Throws
 * like readTime.
 */
export function readEnd(text: string): string {
  const time = readTime(text)
  return /[T ]/.test(text.trim()) ? time : new Date(Date.parse(time) + 86_400_000).toISOString()
}
