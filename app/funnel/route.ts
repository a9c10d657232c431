import { after } from 'next/server'
import { createFunnel, maxBeaconBytes } from '@/lib/funnel/funnel'
import { sendCounts } from '@/lib/funnel/send-counts'
import { postOnly } from '@/lib/server/post-only'
import { bodyRefused, readBody } from '@/lib/server/read-body'

export const maxDuration = 20

const funnel = createFunnel(sendCounts)

/** Gives the same answer unless the body is too long, and then calls the database. */
export async function POST(request: Request): Promise<Response> {
  const body = await readBody(request, maxBeaconBytes)
  if (body === undefined) return bodyRefused()
  if (funnel.take(request.headers, body, new URL(request.url).search)) after(funnel.flush)
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

export { postOnly as DELETE, postOnly as GET, postOnly as PATCH, postOnly as PUT }
