import type { NextStep } from '@/site/next-step'

type Booker = { name: string; email: string }

/**
 * Returns the operator's address at which the visitor with this token books, or '/' if there is none. The calendar
 * gets the token, and sends it back with the booking. It gets the name and the address only if the operator says so.
 * Without a token, or at a calendar that is not known, the address is as the operator wrote it.
 */
export function bookingAddress(
  { href, calendar, prefill }: NextStep,
  token?: string,
  booker?: Booker,
): string {
  const url = URL.parse(href ?? '')
  if (!url) return '/'
  const parameter = parameters[calendar ?? calendarOf(url)]
  if (!token || !parameter) return url.href
  url.searchParams.set(parameter, token)
  if (prefill && booker) {
    url.searchParams.set('name', booker.name)
    url.searchParams.set('email', booker.email)
  }
  return url.href
}

/**
 * The parameter that a calendar keeps with a booking and sends back: `tracking.utm_content` of
 * developer.calendly.com, “Webhook payload”, and `metadata.lead` of https://cal.com/help/embedding/prefill-booking-form-embed.
 */
const parameters: Record<string, string | undefined> = {
  calendly: 'utm_content',
  'cal.com': 'metadata[lead]',
}

const calendarOf = ({ hostname }: URL) =>
  /(?:^|\.)calendly\.com$/.test(hostname) ? 'calendly' : /(?:^|\.)cal\.com$/.test(hostname) ? 'cal.com' : ''
