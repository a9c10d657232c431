import { confirmLead } from '@/lib/lead/confirm-lead'
import { bodyRefused, readBody } from '@/lib/server/read-body'

export const maxDuration = 20

const maxBytes = 1_024

/** Receives the confirmation form. Then redirects the visitor to the page that shows the outcome. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/confirm/[token]/answer'>,
): Promise<Response> {
  const body = await readBody(request, maxBytes)
  if (body === undefined) return bodyRefused()
  const shown = new URLSearchParams(body).get('shown') ?? ''
  const outcome = await confirmLead((await params).token, shown, request.headers)
  const headers = { Location: `/confirm/outcome/${outcome}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
