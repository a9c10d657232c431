import { logFailure } from '@/lib/server/log-failure'
import { postOnly } from '@/lib/server/post-only'
import { readBlocked } from '@/lib/server/read-blocked'
import { bodyRefused, readBody } from '@/lib/server/read-body'

/** A report of a browser repeats the policy and the address of the page. */
const maxBytes = 8_000
const perMinute = 20

/** The name of an error, its number in React or its digest, and the place in a script of ours. Nothing that visitors typed. */
const pattern = /^[A-Za-z]{1,40} #?\w{0,40} (?:\/_next\/static\/[\w.~/-]{1,120}:\d{1,7}:\d{1,7})?$/

let minute = 0
let logged: Record<string, number> = {}

/**
 * Takes reports of components/error-screen, and of scripts that the policy has blocked. Anybody can post
 * here, so reports of any other form and reports above the limit are dropped.
 */
export async function POST(request: Request): Promise<Response> {
  const report = await readBody(request, maxBytes)
  if (report === undefined) return bodyRefused()
  const now = Math.floor(Date.now() / 60_000)
  if (now !== minute) logged = {}
  minute = now
  const blocked = readBlocked(report)
  if (blocked) log('script_blocked', blocked)
  else if (pattern.test(report)) log('page_failed', report)
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

function log(event: string, code: string) {
  const count = (logged[event] ?? 0) + 1
  logged[event] = count
  if (count <= perMinute) logFailure(event, code)
}

export { postOnly as DELETE, postOnly as GET, postOnly as PATCH, postOnly as PUT }
