import { after } from 'next/server'
import { createFunnel, maxBeaconBytes } from '@/lib/funnel/funnel'
import { sendCounts } from '@/lib/funnel/send-counts'
import { readBody } from '@/lib/server/read-body'

/** As in app/layout.tsx, which does not count here. */
export const maxDuration = 20

const funnel = createFunnel(sendCounts)

/**
 * Takes the beacon that the loader sends when the visitor leaves the page (docs/architecture.md). The answer is always the
 * same: what is not right is dropped. The database is asked after the answer.
 */
export async function POST(request: Request): Promise<Response> {
  const body = await readBody(request, maxBeaconBytes)
  if (body !== undefined && funnel.take(request.headers, body)) after(funnel.flush)
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
