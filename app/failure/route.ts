import { logFailure } from '@/lib/server/log-failure'
import { postOnly } from '@/lib/server/post-only'
import { bodyRefused, readBody } from '@/lib/server/read-body'

const maxBytes = 300
const perMinute = 20

/** The name of an error, its number in React or its digest, and the place in a script of ours. Nothing that visitors typed. */
const pattern = /^[A-Za-z]{1,40} #?\w{0,40} (?:\/_next\/static\/[\w.~/-]{1,120}:\d{1,7}:\d{1,7})?$/

let minute = 0
let logged = 0

/**
 * Receives what components/error-screen reports, and logs it for the operator. Anybody can post here, so reports of any
 * other form and reports above the limit are dropped.
 */
export async function POST(request: Request): Promise<Response> {
  const report = await readBody(request, maxBytes)
  if (report === undefined) return bodyRefused()
  const now = Math.floor(Date.now() / 60_000)
  if (now !== minute) logged = 0
  minute = now
  if (pattern.test(report) && logged < perMinute) {
    logged += 1
    logFailure('page_failed', report)
  }
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

export { postOnly as DELETE, postOnly as GET, postOnly as PATCH, postOnly as PUT }
