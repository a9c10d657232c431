import { after } from 'next/server'
import { callByToken } from '@/lib/lead/call-function'
import { isFromThisSite } from '@/lib/server/is-from-this-site'
import { postOnly } from '@/lib/server/post-only'
import { bodyRefused, readBody } from '@/lib/server/read-body'

export const maxDuration = 20

/** Answers 204 unless the body is too long, and then calls the function. */
export async function POST(request: Request): Promise<Response> {
  const token = await readBody(request, 36)
  if (token === undefined) return bodyRefused()
  if (token && isFromThisSite(request.headers)) after(() => callByToken('/begun', token, 'begin_not_kept'))
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

export { postOnly as DELETE, postOnly as GET, postOnly as PATCH, postOnly as PUT }
