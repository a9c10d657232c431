import type { NextStep } from '@/site/next-step'

type Booker = { name: string; email: string }

/**
 * Where the visitor with this token books, or '/' without a calendar. The calendar sends the token back with
 * the booking. It gets name and address only if the operator says so. Without a token, or for an unknown
 * calendar, the address is as the operator wrote it.
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
 * What a calendar keeps and sends back: `tracking.utm_content` of developer.calendly.com, “Webhook payload”,
 * and `metadata.lead` of https://cal.com/help/embedding/prefill-booking-form-embed.
 */
const parameters: Record<string, string | undefined> = {
  calendly: 'utm_content',
  'cal.com': 'metadata[lead]',
}

const calendarOf = ({ hostname }: URL) =>
  /(?:^|\.)calendly\.com$/.test(hostname) ? 'calendly' : /(?:^|\.)cal\.com$/.test(hostname) ? 'cal.com' : ''
