import { dateOf } from '../../core/period.ts'

const hour = 3_600_000

/** Such as “2h ago”, and after a week the date (operator’s time zone). */
export function tellWhen(at: string): string {
  const time = new Date(at)
  const now = new Date()
  const passed = now.valueOf() - time.valueOf()
  if (passed < hour) return passed < 60_000 ? 'just now' : `${Math.floor(passed / 60_000)} min ago`
  if (dateOf(time) === dateOf(now)) return `${Math.floor(passed / hour)}h ago`
  // Compares dates, because a day on which the clock changes has 23 or 25 hours.
  const days = (Date.parse(dateOf(now)) - Date.parse(dateOf(time))) / (24 * hour)
  if (days <= 1) return 'yesterday'
  return days < 7 ? `${days}d ago` : tellDay(dateOf(time))
}

/** YYYY-MM-DD as “21 Nov”, with the year if it is another one. */
export function tellDay(date: string): string {
  const [year, month = '', day] = date.split('-')
  const name = new Date(2000, Number(month) - 1).toLocaleDateString('en', { month: 'short' })
  return `${Number(day)} ${name}${year === String(new Date().getFullYear()) ? '' : ` ${year}`}`
}

/** “22 Oct – 20 Nov”, “Since 22 Oct” or “Until 20 Nov”. One date may be empty. */
export function tellDays(from: string, to: string): string {
  if (from === to) return tellDay(from)
  if (!to) return `Since ${tellDay(from)}`
  return from ? `${tellDay(from)} – ${tellDay(to)}` : `Until ${tellDay(to)}`
}

/** “21 Nov, 09:05” in the operator’s time zone, with the year if it is another one. */
export function tellTime(at: string): string {
  const time = new Date(at)
  return `${tellDay(dateOf(time))}, ${time.toTimeString().slice(0, 5)}`
}
