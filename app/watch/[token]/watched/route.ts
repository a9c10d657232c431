import { after } from 'next/server'
import { callByToken } from '@/lib/lead/call-function'
import { isFromThisSite } from '@/lib/server/is-from-this-site'
import { readBody } from '@/lib/server/read-body'

export const maxDuration = 20

/**
 * Receives a funnel step from the page /watch/<token>. Always answers 204. Whether the step is stored depends on a
 * setting.
 */
export async function POST(
  request: Request,
  { params }: RouteContext<'/watch/[token]/watched'>,
): Promise<Response> {
  const [, percent] = /^video_(25|50|75|100)$/.exec((await readBody(request, 16)) ?? '') ?? []
  const { token } = await params
  if (percent && isFromThisSite(request.headers))
    after(() => callByToken('/watched', token, 'watching_not_kept', () => ({ percent: Number(percent) })))
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
