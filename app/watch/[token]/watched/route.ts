import { after } from 'next/server'
import { keepWatched } from '@/lib/lead/open-own-link'
import { isFromThisSite } from '@/lib/server/is-from-this-site'
import { readBody } from '@/lib/server/read-body'

/** As in app/layout.tsx, which does not count here. */
export const maxDuration = 20

/** Takes a step of the funnel from the page behind a visitor's own link. Always answers the same, and asks the database only after that. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/watch/[token]/watched'>,
): Promise<Response> {
  const [, percent] = /^video_(25|50|75|100)$/.exec((await readBody(request, 16)) ?? '') ?? []
  const { token } = await params
  if (percent && isFromThisSite(request.headers)) after(() => keepWatched(token, Number(percent)))
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
