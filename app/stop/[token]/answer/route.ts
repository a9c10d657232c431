import { callByToken } from '@/lib/lead/call-function'
import { visitorTraces } from '@/lib/lead/visitor-traces'

export const maxDuration = 20

/** Receives the form of app/stop/ask. Then redirects the visitor to the page that shows the outcome. */
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
