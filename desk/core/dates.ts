const msOfDay = 86_400_000
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The day after a date (YYYY-MM-DD), as a period ends before it; undefined for what is no date. */
export function dayAfter(date: string): string | undefined {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? undefined : dateOf(at + msOfDay)
}

/** The date (YYYY-MM-DD, UTC) of today less this many days. */
export const daysAgo = (days: number) => dateOf(Date.now() - days * msOfDay)
