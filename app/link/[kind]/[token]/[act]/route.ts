import { after } from 'next/server'
import { callByToken } from '@/lib/lead/call-function'
import { confirmLead } from '@/lib/lead/confirm-lead'
import { visitorTraces } from '@/lib/lead/visitor-traces'
import { isFromThisSite } from '@/lib/server/is-from-this-site'
import { postOnly } from '@/lib/server/post-only'
import { bodyRefused, readBody } from '@/lib/server/read-body'
import type { LinkOutcome } from '@/site/copy'

export const maxDuration = 20

type Context = RouteContext<'/link/[kind]/[token]/[act]'>
type Press = (token: string, body: string, sent: Headers) => Promise<LinkOutcome>

const maxBytes = 1_024

const unsubscribe = async (token: string, way: 'link' | 'mail program') =>
  (await callByToken('/unsubscribe', token, 'mailbox_not_unsubscribed', () => ({ way }))).outcome

const presses: Record<string, Press> = {
  confirm: (token, body, sent) => confirmLead(token, new URLSearchParams(body).get('shown') ?? '', sent),
  stop: async (token, _, sent) => {
    const context = () => ({ context: visitorTraces(sent) })
    return (await callByToken('/stop', token, 'consent_not_withdrawn', context)).outcome
  },
  unsubscribe: (token) => unsubscribe(token, 'link'),
}

const oneClickStatuses: Record<LinkOutcome, number> = { done: 200, unknown: 404, unavailable: 503 }

/**
 * Receives every post to a link of an email. The addresses are in next.config.mjs. A press of a button counts only if
 * it comes from a page of this site, because another site could send the visitor here. Otherwise the visitor is asked.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { kind, token, act } = await params
  const body = await readBody(request, maxBytes)
  if (body === undefined) return bodyRefused()
  const isOwn = isFromThisSite(request.headers)
  const press = presses[kind]
  if (act === 'answer' && press)
    return isOwn
      ? redirectTo(`/${kind}/outcome/${await press(token, body, request.headers)}`)
      : redirectTo(questionOf(kind, token))
  // A mail program posts here when the reader presses its button. It sends no cookie, may come from any site, and
  // follows no redirect (RFC 8058, section 3.2).
  if (kind === 'unsubscribe' && act === 'open')
    return answer(oneClickStatuses[await unsubscribe(token, 'mail program')])
  // The page behind a watch link reports how much of the video was shown. A setting says whether that is stored.
  if (kind === 'watch' && act === 'watched') {
    const [, percent] = /^video_(25|50|75|100)$/.exec(body) ?? []
    const watched = () => ({ percent: Number(percent) })
    if (percent && isOwn) after(() => callByToken('/watched', token, 'watching_not_kept', watched))
    return answer(204)
  }
  return answer(404)
}

/** Stores nothing, because mail programs open every link. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { kind, token } = await params
  return redirectTo(questionOf(kind, token))
}

export { postOnly as DELETE, postOnly as PATCH, postOnly as PUT }

const questionOf = (kind: string, token: string) =>
  `/${kind}/${encodeURIComponent(token)}${kind === 'watch' ? '' : '/ask'}`

const redirectTo = (Location: string) => answer(303, { Location })

const answer = (status: number, more: Record<string, string> = {}) =>
  new Response(null, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'strict-origin', ...more },
  })
