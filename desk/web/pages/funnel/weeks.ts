import { dateOf, startOf } from '../../../core/period.ts'

/** The visits that reached each step. Steps without any are missing. */
export type Counts = Record<string, number>

/**
 * Adds up days to weeks of seven days, the oldest first. The last one ends on `last`. Weeks without counts
 * are left out.
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
