import { dateOf, startOf } from '../../../core/period.ts'

/** How many visits reached each step. A step that none reached is missing. */
export type Counts = Record<string, number>

/**
 * Adds up the counts of days to weeks, the oldest first. Each week has seven days, and the last one ends on the day
 * `last`. The first week also has seven, even if the period begins within it. Weeks without counts are left out.
 */
export function weeksOf(days: { day: string; counts: Counts }[], last: string) {
  const weeks = new Map<number, Counts>()
  for (const { day, counts } of days) {
    const age = Math.floor((Date.parse(last) - Date.parse(day)) / (7 * 86_400_000))
    const week = weeks.get(age) ?? {}
    for (const [event, hits] of Object.entries(counts)) week[event] = (week[event] ?? 0) + hits
    weeks.set(age, week)
  }
  return [...weeks].map(([age, counts]) => ({
    from: dateOf(startOf(last, -7 * age - 6)),
    to: dateOf(startOf(last, -7 * age)),
    counts,
  }))
}
