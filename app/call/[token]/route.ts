import * as z from 'zod/mini'
import { bookingAddress } from '@/lib/lead/booking-address'
import { callByToken } from '@/lib/lead/call-function'
import { nextStepCopy } from '@/site/next-step'

export const maxDuration = 20

/** The visitor waits for the calendar, so a press that takes longer is not counted. */
const countWithinMs = 3_000

const bookerSchema = z.object({ name: z.string(), email: z.string() })

/**
 * Counts that the visitor pressed the link to the next step, and leads there. The link is on pages only, never in
 * an email, because mail programs open every link. An unknown token leads there, too.
 */
export async function GET(request: Request, { params }: RouteContext<'/call/[token]'>): Promise<Response> {
  const { token } = await params
  // A browser that only prefetches the page is no press.
  if (!nextStepCopy.href || request.headers.has('sec-purpose')) return leadTo(bookingAddress(nextStepCopy))
  const { outcome, body } = await callByToken('/call', token, 'press_not_kept', undefined, countWithinMs)
  const booker = bookerSchema.safeParse(body).data
  return leadTo(bookingAddress(nextStepCopy, outcome === 'unknown' ? undefined : token, booker))
}

/** Counts nothing. */
export const HEAD = () => leadTo(bookingAddress(nextStepCopy))

const leadTo = (Location: string) =>
  new Response(null, {
    status: 303,
    headers: {
      Location,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    },
  })
