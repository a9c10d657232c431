import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import type { Desk } from './open-desk.ts'

/** A number of days includes today. */
export const spans: Record<string, string> = {
  1: 'Today',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
  yesterday: 'Yesterday',
  'this-month': 'This month',
  'last-month': 'Last month',
  all: 'All time',
}

const usualSpan = '30'

/**
 * A span, or the days between two dates, one of which may be empty. `days` is a key of `spans`, or '' for
 * dates and for all days.
 */
export type Period = { days: string; from: string; to: string }

/** Without parameters, the usual period. That of a list is '', because nobody who waits may be missing. */
export function readPeriod(query: Record<string, string>, usual = usualSpan): Period {
  const { days = '', from = '', to = '' } = query
  if (from || to) return { days: '', from, to }
  return { days: Object.hasOwn(spans, days) ? days : usual, from, to }
}

/** Returns the key in `spans`, or '' if the period has dates. */
export const spanOf = ({ days, from, to }: Period) => (days || from || to ? days : 'all')

/**
 * A comparison with the period before needs a first day. Without one, it is the 90 days up to the last day or
 * today. Instead of all time, it is the last 365 days.
 */
export function withFirstDay(period: Period): Period {
  const { days, from, to } = period
  if (days === 'all') return { days: '365', from, to }
  if (days || from || !isDate(to)) return period
  const today = dateOf(new Date())
  return { ...period, from: dateOf(startOf(to < today ? to : today, -89)) }
}

/**
 * Zones that Node calls by an older name, which databases may lack: Debian 13 has those names in a separate
 * package. Source: the names of `Intl.supportedValuesOf('timeZone')` that zone.tab of
 * https://www.iana.org/time-zones lacks.
 */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

export const todaysName = (zone: string) => renamed[zone] ?? zone

export const zoneOfNode = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The operator's, once keepClock was called. Days begin at midnight there. */
export const zone = () => todaysName(zoneOfNode())

/**
 * All dates of JavaScript then follow the operator's time zone (the variable TZ). Returns whether the
 * operator has chosen one.
 */
export async function keepClock(desk: Desk): Promise<boolean> {
  const chosen = z.nullable(z.string()).parse(await desk.call('time_zone'))
  if (zoneOfNode() !== (chosen ?? 'UTC')) process.env.TZ = chosen ? asWritten(chosen) : 'UTC'
  return chosen !== null
}

/** Postgres takes a zone in any capitals. For the variable TZ, an unknown spelling would silently be UTC. */
const asWritten = (chosen: string) =>
  Intl.DateTimeFormat('en', { timeZone: chosen }).resolvedOptions().timeZone

/** The local start of the day `later` days after a date (YYYY-MM-DD). Throws a DeskError for a wrong date. */
export function startOf(date: string, later = 0): Date {
  if (!isDate(date))
    throw new DeskError('days', `“${date}” is not a date. A date is a day, such as 2026-11-21.`)
  const start = new Date(`${date}T00:00`)
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + later)
}

/** YYYY-MM-DD, and in the calendar. */
export const isDate = (text: string) => dateOf(new Date(`${text}T00:00`)) === text

/** YYYY-MM-DD, as Sweden (sv) writes it. */
export const dateOf = (at: Date) => at.toLocaleDateString('sv')

const turned = '“From” is after “To”. Choose the two days the other way round.'

/** A side without a limit is ''. Throws a DeskError for a wrong date, or a first date after the last one. */
export function datesOf({ days, from, to }: Period) {
  const today = dateOf(new Date())
  const yesterday = dateOf(startOf(today, -1))
  switch (days) {
    case '':
      break
    case 'all':
      return { first: '', last: '' }
    case 'yesterday':
      return { first: yesterday, last: yesterday }
    case 'this-month':
      return { first: `${today.slice(0, 7)}-01`, last: '' }
    case 'last-month': {
      const last = dateOf(startOf(`${today.slice(0, 7)}-01`, -1))
      return { first: `${last.slice(0, 7)}-01`, last }
    }
    default:
      return { first: dateOf(startOf(today, 1 - Number(days))), last: '' }
  }
  for (const date of [from, to]) if (date) startOf(date)
  if (from && to && from > to) throw new DeskError('days', turned)
  return { first: from, last: to }
}

/** `until` is right after the end. Null means no limit; a period that ends today or later has none. */
function boundsOf(period: Period, write: (at: Date) => string) {
  const { first, last } = datesOf(period)
  const isOver = last !== '' && last < dateOf(new Date())
  return { since: first ? write(startOf(first)) : null, until: isOver ? write(startOf(last, 1)) : null }
}

/** ISO 8601. Throws a DeskError for a wrong date. */
export const timesOf = (period: Period) => boundsOf(period, (at) => at.toISOString())

/**
 * For SQL functions that count by day. The period ends today at the latest: after a change of the time zone,
 * counts may lie on the day after. Throws a DeskError for a wrong date.
 */
export function daysOf(period: Period) {
  const { since, until } = boundsOf(period, dateOf)
  return { since, until: until ?? dateOf(startOf(dateOf(new Date()), 1)) }
}
