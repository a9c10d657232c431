import { withdrawConsent } from '@/lib/lead/withdraw-consent'

/** The same as in app/layout.tsx, which does not apply to route handlers. */
export const maxDuration = 20

/** Takes the form of app/stop/ask and sends the visitor on to the page with the outcome. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/stop/[token]/answer'>,
): Promise<Response> {
  const outcome = await withdrawConsent((await params).token, request.headers)
  const headers = { Location: `/stop/outcome/${outcome}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
