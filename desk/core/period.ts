import { DeskError } from './open-desk.ts'

/** What a page can look at in one click: the last days by their number, today among them. */
export const spans: Record<string, string> = { 1: 'Today', 7: '7 days', 30: '30 days', 90: '90 days' }

/** The days that a page looks at: the last `days` ('all' for all), or from a date to a date, where one may be empty. */
export type Period = { days: string; from: string; to: string }

/** Reads the period from the query of a page; without one it is the usual one of the page. */
export function readPeriod(query: Record<string, string>, usual: string): Period {
  const { days = '', from = '', to = '' } = query
  if (from || to) return { days: '', from, to }
  return { days: days in spans ? days : usual, from, to }
}

/** The time zone of this machine, in which days begin. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The local midnight that begins a date (YYYY-MM-DD), or a day so many days later. Throws a DeskError for no date. */
export function startOf(date: string, later = 0): Date {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []).map(Number)
  const start = new Date(year ?? Number.NaN, (month ?? 0) - 1, day)
  if (dateOf(start) !== date)
    throw new DeskError('22007', `${date} is not a date. A date is a day, such as 2026-11-21.`)
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + later)
}

/** The local date of a time, YYYY-MM-DD. */
export const dateOf = (at: Date) =>
  Number.isNaN(at.valueOf())
    ? ''
    : [
        String(at.getFullYear()).padStart(4, '0'),
        String(at.getMonth() + 1).padStart(2, '0'),
        String(at.getDate()).padStart(2, '0'),
      ].join('-')

/** The first and the last date of a period; empty where it is open. Throws a DeskError for no date. */
export function datesOf({ days, from, to }: Period) {
  const today = dateOf(new Date())
  if (days) return { first: days === 'all' ? '' : dateOf(startOf(today, 1 - Number(days))), last: '' }
  for (const date of [from, to]) if (date) startOf(date)
  return { first: from, last: to }
}

/** The times from which to before which a period goes, in ISO 8601; null where it is open. */
export function timesOf(period: Period) {
  const { first, last } = datesOf(period)
  return {
    since: first ? startOf(first).toISOString() : null,
    until: last ? startOf(last, 1).toISOString() : null,
  }
}

/** The arguments `since` and `until` of the SQL functions that count by day. Throws a DeskError for no date. */
export function daysOf(period: Period) {
  const { first, last } = datesOf(period)
  return { since: first || null, until: last ? dateOf(startOf(last, 1)) : null }
}
