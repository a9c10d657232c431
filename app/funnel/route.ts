import { after } from 'next/server'
import { createCounter } from '@/lib/funnel/counter'
import { readBeacon } from '@/lib/funnel/read-beacon'
import { readBody } from '@/lib/funnel/read-body'
import { sendCounts } from '@/lib/funnel/send-counts'
import { isFromThisSite } from '@/lib/server/is-from-this-site'
import { variantNames } from '@/lib/site/variant-names'

/** As in app/layout.tsx, which does not count here. */
export const maxDuration = 20

const maxBytes = 1_024
const counter = createCounter(sendCounts)

/**
 * Takes the beacon that the loader sends when the visitor leaves the page (docs/architecture.md). The answer is always the
 * same: what is not right is dropped. The database is asked after the answer.
 */
export async function POST(request: Request): Promise<Response> {
  const beacon = await readOwn(request)
  if (beacon && counter.add(beacon)) after(counter.flush)
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

async function readOwn(request: Request) {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  // Browsers that are older than the one header send the other.
  const isOwn = site ? site === 'same-origin' : isFromThisSite(headers)
  const body = isOwn ? await readBody(request, maxBytes) : undefined
  return body === undefined ? undefined : readBeacon(body, headers.get('referer'), variantNames)
}
