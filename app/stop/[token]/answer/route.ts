import { callByToken } from '@/lib/lead/call-function'
import { visitorTraces } from '@/lib/lead/visitor-traces'

export const maxDuration = 20

/** Takes the form from app/stop/ask. Then redirects the visitor to the page with the outcome. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/stop/[token]/answer'>,
): Promise<Response> {
  const { token } = await params
  const { outcome } = await callByToken('/stop', token, 'consent_not_withdrawn', () => ({
    context: visitorTraces(request.headers),
  }))
  const headers = { Location: `/stop/outcome/${outcome}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
