import { confirmLead } from '@/lib/lead/confirm-lead'
import { readBody } from '@/lib/server/read-body'

/** As in app/layout.tsx, which does not count here. */
export const maxDuration = 20

const maxBytes = 1_024

/** Takes the form of app/confirm, and sends the visitor on to the page that says what became of it. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/confirm/[token]/answer'>,
): Promise<Response> {
  const shown = new URLSearchParams(await readBody(request, maxBytes)).get('shown') ?? ''
  const outcome = await confirmLead((await params).token, shown, request.headers)
  const headers = { Location: `/confirm/outcome/${outcome}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}
