import { withdrawConsent } from '@/lib/lead/withdraw-consent'

/** app/layout.tsx sets the same limit, but not for route handlers. */
export const maxDuration = 20

/** Takes the form from app/stop/ask. Then redirects the visitor to the page with the outcome. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/stop/[token]/answer'>,
): Promise<Response> {
  const outcome = await withdrawConsent((await params).token, request.headers)
  const headers = { Location: `/stop/outcome/${outcome}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
