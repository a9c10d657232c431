import * as z from 'zod/mini'
import { leadErrors } from '../_shared/lead.ts'
import { leadRequestSchema } from '../_shared/lead-request.ts'
import type { LeadDatabase } from './database.ts'
import { DatabaseError } from './database.ts'
import type { Deliver } from './deliver.ts'
import { errorResponse } from './error-response.ts'
import { log } from './log.ts'
import { toE164 } from './phone.ts'
import { readJson } from './read-json.ts'

export type HandlerDeps = {
  deliver: Deliver
  /** Keeps the process alive until the promise is done, as EdgeRuntime.waitUntil does. */
  background: (task: Promise<unknown>) => void
  bodyTimeoutMs?: number
}

/** How long a sweep works before it answers: less than the 60 s that its caller waits. */
const sweepMs = 50_000
const keySchema = z.guid()

/**
 * Returns the function's handler. POST …/sweep sends the due mails and answers with their tally; any other POST stores a
 * lead and answers {"status": "created"} or, if repeated, {"status": "replayed"}. Errors are those of errorResponse.
 */
export function createHandler({ deliver, background, bodyTimeoutMs = 10_000 }: HandlerDeps) {
  async function acceptLead(request: Request, database: LeadDatabase): Promise<Response> {
    const key = keySchema.safeParse(request.headers.get('idempotency-key') ?? crypto.randomUUID())
    if (!key.success) return errorResponse('invalid_idempotency_key')
    const submissionId = key.data.toLowerCase()

    const body = await readJson(request, bodyTimeoutMs)
    if (!body.ok) return errorResponse(body.error)

    const parsed = leadRequestSchema.safeParse(body.value)
    if (!parsed.success) return errorResponse('invalid_lead', leadErrors(parsed.error))
    const { context = {}, ...lead } = parsed.data

    const phoneE164 = toE164(lead.phone, lead.countryCode)
    const status = await database.acceptLead(submissionId, lead, phoneE164, context)
    log('info', `lead_${status}`, { submission: submissionId })
    if (status === 'conflict') return errorResponse('conflict')
    if (status === 'created') background(deliver(database).done)
    return Response.json({ status }, { status: status === 'created' ? 201 : 200 })
  }

  async function sweep(database: LeadDatabase): Promise<Response> {
    if (!(await database.beginSweep())) return Response.json({ sent: 0, failed: 0, dead: 0, lost: 0 })
    const { tally, done } = deliver(database)
    background(done)
    await settledWithin(done, sweepMs)
    return Response.json(tally)
  }

  return async (request: Request, database: LeadDatabase): Promise<Response> => {
    if (request.method !== 'POST') return errorResponse('method_not_allowed')
    try {
      const isSweep = new URL(request.url).pathname.endsWith('/sweep')
      return isSweep ? await sweep(database) : await acceptLead(request, database)
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : 'unexpected'
      if (code === 'PT429') return errorResponse('rate_limited')
      log('error', 'unavailable', { reason: error instanceof DatabaseError ? error.message : 'unexpected' })
      return errorResponse('unavailable')
    }
  }
}

async function settledWithin(task: Promise<unknown>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([task, timeout])
  clearTimeout(timer)
}
