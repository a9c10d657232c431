import { callByToken } from '@/lib/lead/call-function'

export const maxDuration = 20

const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'strict-origin' }
const statuses = { done: 200, unknown: 404, unavailable: 503 }

/**
 * If somebody opens the address from the header of the mail, redirects them to the page that asks whether to
 * unsubscribe. Stores nothing, because mail scanners open this address too.
 */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  const Location = `/unsubscribe/${encodeURIComponent((await params).token)}/ask`
  return new Response(null, { status: 303, headers: { ...headers, Location } })
}

/**
 * Receives the post that a mail program sends when the reader presses its unsubscribe button. Mail programs follow no
 * redirect here and send no cookie (RFC 8058, section 3.2).
 */
export async function POST(
  _request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token } = await params
  const { outcome } = await callByToken('/unsubscribe', token, 'mailbox_not_unsubscribed', () => ({
    way: 'mail program',
  }))
  return new Response(null, { status: statuses[outcome], headers })
}
