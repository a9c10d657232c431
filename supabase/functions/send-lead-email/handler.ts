import * as z from 'zod/mini'
import { leadErrors } from '../_shared/lead.ts'
import { leadRequestSchema } from '../_shared/lead-request.ts'
import type { LeadDatabase } from './database.ts'
import { DatabaseError } from './database.ts'
import type { Deliver } from './deliver.ts'
import { log } from './log.ts'
import { toE164 } from './phone.ts'
import { readJson } from './read-json.ts'

export type HandlerDeps = {
  deliver: Deliver
  /** Keeps the process alive until the promise is done, as EdgeRuntime.waitUntil does. */
  background: (task: Promise<unknown>) => void
  bodyTimeoutMs?: number
}

/** How long a sweep's caller waits for the tally: less than the minute that pg_net does. */
const sweepMs = 50_000
const keySchema = z.guid()

/**
 * Takes its surroundings, returns the function's one handler: POST …/sweep sends what is due, any other POST
 * takes a lead. Answers with codes only; nothing submitted or stored is ever repeated.
 */
export function createHandler({ deliver, background, bodyTimeoutMs = 10_000 }: HandlerDeps) {
  async function acceptLead(request: Request, database: LeadDatabase): Promise<Response> {
    const key = keySchema.safeParse(request.headers.get('idempotency-key') ?? crypto.randomUUID())
    if (!key.success) return answer(400, { error: 'invalid_idempotency_key' })
    const submissionId = key.data.toLowerCase()

    const body = await readJson(request, bodyTimeoutMs)
    if (!body.ok) return answer(body.status, { error: body.error })

    const parsed = leadRequestSchema.safeParse(body.value)
    if (!parsed.success) return answer(400, { error: 'invalid_lead', fields: leadErrors(parsed.error) })
    const { context = {}, ...lead } = parsed.data

    const phoneE164 = toE164(lead.phone, lead.countryCode)
    const status = await database.acceptLead(submissionId, lead, phoneE164, context)
    log('info', `lead_${status}`, { submission: submissionId })
    if (status === 'conflict') return answer(409, { error: 'conflict' })
    if (status === 'created') background(deliver(database).done)
    return answer(status === 'created' ? 201 : 200, { status })
  }

  async function sweep(database: LeadDatabase): Promise<Response> {
    if (!(await database.beginSweep())) return answer(200, { sent: 0, failed: 0, dead: 0, lost: 0 })
    const { tally, done } = deliver(database)
    background(done)
    await settledWithin(done, sweepMs)
    return answer(200, tally)
  }

  return async (request: Request, database: LeadDatabase): Promise<Response> => {
    if (request.method !== 'POST') return answer(405, { error: 'method_not_allowed' }, { Allow: 'POST' })
    try {
      const isSweep = new URL(request.url).pathname.endsWith('/sweep')
      return isSweep ? await sweep(database) : await acceptLead(request, database)
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : 'unexpected'
      if (code === 'PT429') return answer(429, { error: 'rate_limited' }, { 'Retry-After': '600' })
      log('error', 'unavailable', { reason: error instanceof DatabaseError ? error.message : 'unexpected' })
      return answer(503, { error: 'unavailable' }, { 'Retry-After': '5' })
    }
  }
}

function answer(status: number, body: object, headers: HeadersInit = {}) {
  return Response.json(body, { status, headers })
}

async function settledWithin(task: Promise<unknown>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([task, timeout])
  clearTimeout(timer)
}
