import { after } from 'next/server'
import { callByToken } from '@/lib/lead/call-function'
import { isFromThisSite } from '@/lib/server/is-from-this-site'
import { bodyRefused, readBody } from '@/lib/server/read-body'

export const maxDuration = 20

/**
 * Receives a funnel step from the page /watch/<token>. Unless the body is too long, always answers 204. Whether the
 * step is stored depends on a setting.
 */
export async function POST(
  request: Request,
  { params }: RouteContext<'/watch/[token]/watched'>,
): Promise<Response> {
  const step = await readBody(request, 16)
  if (step === undefined) return bodyRefused()
  const [, percent] = /^video_(25|50|75|100)$/.exec(step) ?? []
  const { token } = await params
  if (percent && isFromThisSite(request.headers))
    after(() => callByToken('/watched', token, 'watching_not_kept', () => ({ percent: Number(percent) })))
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
