import { withdrawConsent } from '@/lib/lead/withdraw-consent'

/** app/layout.tsx sets the same limit, but not for route handlers. */
export const maxDuration = 20

/** Takes the form that app/stop/ask posts and sends the visitor on to the page with the outcome. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/stop/[token]/answer'>,
): Promise<Response> {
  const outcome = await withdrawConsent((await params).token, request.headers)
  const headers = { Location: `/stop/outcome/${outcome}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
