import { InvalidArgumentError } from 'commander'

/**
 * Reads a day or a time in UTC as the operator types it, such as 2026-11-21 or 2026-11-21T09:30, and returns it in ISO 8601.
 * Throws commander's error for anything else.
 */
export function readTime(text: string): string {
  const [, day, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)Z?)?$/.exec(text.trim()) ?? []
  const date = new Date(`${day}T${time}Z`)
  // The 30th of February would become a day in March.
  if (!day || Number.isNaN(date.valueOf()) || !date.toISOString().startsWith(day))
    throw new InvalidArgumentError(
      'It is a day, such as 2026-11-21, or a time in UTC, such as 2026-11-21T09:30.',
    )
  return date.toISOString()
}
