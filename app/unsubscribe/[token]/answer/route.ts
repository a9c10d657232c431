import { callByToken } from '@/lib/lead/call-function'

export const maxDuration = 20

/** Receives the form of app/unsubscribe/ask. Then redirects the visitor to the page that shows the outcome. */
export async function POST(
  _request: Request,
  { params }: RouteContext<'/unsubscribe/[token]/answer'>,
): Promise<Response> {
  const { token } = await params
  const { outcome } = await callByToken('/unsubscribe', token, 'mailbox_not_unsubscribed', () => ({
    way: 'link',
  }))
  const headers = { Location: `/unsubscribe/outcome/${outcome}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
