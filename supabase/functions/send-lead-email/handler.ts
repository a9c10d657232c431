import * as z from 'zod/mini'
import { type Health, healthRequestSchema } from '../_shared/health.ts'
import { leadErrors } from '../_shared/lead.ts'
import {
  askRequestSchema,
  confirmRequestSchema,
  leadRequestSchema,
  stopRequestSchema,
  unsubscribeRequestSchema,
  watchedRequestSchema,
} from '../_shared/lead-request.ts'
import { toE164 } from '../_shared/phone.ts'
import type { ReadBookings } from './bookings/booking.ts'
import { DatabaseError, type LeadDatabase, type Scope } from './database.ts'
import type { Deliver } from './deliver.ts'
import { errorResponse } from './error-response.ts'
import type { CheckHealth } from './health-check.ts'
import { keepTrying } from './keep-trying.ts'
import { log } from './log.ts'
import type { ReadMailEvents } from './mail-events/mail-event.ts'
import { raceSignal } from './race-signal.ts'
import { readBody, readJson } from './read-json.ts'
import { reasonOf } from './reason.ts'
import type { ReadText } from './texts/read-text.ts'

export type HandlerDeps = {
  /** Undefined if a setting for emails is wrong: then all wait in the queue. */
  deliver: Deliver | undefined
  deliverWebhooks?: Deliver | undefined
  deliverAds?: Deliver | undefined
  /**
   * Versions of the consent text that allow telling an ad platform. Null tells none. With a wrong setting,
   * events wait in the queue.
   */
  adConsents?: readonly string[] | null
  /** With a wrong setting, webhooks wait in the queue. */
  isWebhookWanted?: boolean
  /** By the provider's name in the URL path. */
  texts?: ReadonlyMap<string, ReadText>
  /** By the provider's name in the URL path. */
  mailEvents?: ReadonlyMap<string, ReadMailEvents>
  /** By the calendar's name in the URL path. */
  bookings?: ReadonlyMap<string, ReadBookings>
  address?: string
  faults: Health['settings']
  checkHealth: CheckHealth
  /** Like EdgeRuntime.waitUntil. */
  background: (task: Promise<unknown>) => void
  bodyTimeoutMs?: number
}

/** A sweep's caller waits 60 s for the answer. */
const sweepMs = 50_000
/** How long a sweep's emails wait for the housekeeping at most. */
const housekeepingMs = 10_000
/** How long a sweep repeats a step that leaves work. */
const workOffMs = 30_000
/** Twilio waits 15 s. */
const answerTextWithinMs = 13_000
const keySchema = z.guid()
const unknownToken = () => errorResponse('unknown_token')
const nothingSent = { sent: 0, deferred: 0, failed: 0, lost: 0 }

const callbackPath = /\/(texts|mail-events|bookings)\/([a-z]+)$/
/** No message of Amazon SNS is longer. */
const maxReportBytes = 256 * 1024

/**
 * True without a project key: sweeps and providers prove themselves with a key or a signature of their own.
 */
export const hasOwnProof = ({ url }: Request) =>
  /\/(?:sweep|(?:texts|mail-events|bookings)\/[a-z]+)$/.test(new URL(url).pathname)

/** So that the provider or calendar tries again later. */
function refuseReport(error: unknown): never {
  if (!(error instanceof DatabaseError && error.code === '28000')) throw error
  log('error', 'report_refused', {
    reason: 'the database does not know REPORT_SECRET of this function',
    remedy: 'npm run update sets it; the next sweep tells it to the database',
  })
  throw errorResponse('unavailable')
}

type Route = (request: Request, database: LeadDatabase) => Promise<Response>

/** A path without a route of its own stores a lead. Errors are answered with errorResponse. */
export function createHandler(deps: HandlerDeps) {
  const {
    deliver,
    deliverWebhooks,
    deliverAds,
    isWebhookWanted = false,
    faults,
    checkHealth,
    background,
  } = deps
  const {
    bodyTimeoutMs = 10_000,
    texts = new Map(),
    mailEvents = new Map(),
    bookings = new Map(),
    adConsents = null,
    address = '',
  } = deps

  async function read<T>(
    request: Request,
    schema: z.ZodMiniType<T>,
    refuse: (error: z.core.$ZodError) => Response,
  ) {
    const parsed = schema.safeParse(await readJson(request, bodyTimeoutMs))
    if (!parsed.success) throw refuse(parsed.error)
    return parsed.data
  }

  async function acceptLead(request: Request, database: LeadDatabase): Promise<Response> {
    const key = keySchema.safeParse(request.headers.get('idempotency-key') ?? crypto.randomUUID())
    if (!key.success) return errorResponse('invalid_idempotency_key')
    const submissionId = key.data.toLowerCase()
    const { context = {}, ...lead } = await read(request, leadRequestSchema, (error) =>
      errorResponse('invalid_lead', leadErrors(error)),
    )
    const phoneE164 = toE164(lead.phone, lead.countryCode)
    const { status, reminds, stored_id, call_token } = await database.acceptLead(
      submissionId,
      lead,
      phoneE164,
      {
        ...context,
        webhook: isWebhookWanted,
      },
    )
    log('info', `lead_${status}`, { submission: submissionId })
    if (status === 'conflict') return errorResponse('conflict')
    if (status === 'created') {
      const scope = { submissions: [stored_id ?? submissionId] }
      for (const start of [deliver, deliverWebhooks]) if (start) background(start(database, scope).done)
      background(reportOverdueSweep(database, scope))
    }
    return Response.json(
      { status, reminds, callToken: call_token },
      { status: status === 'created' ? 201 : 200 },
    )
  }

  // If pg_cron no longer calls the sweep, only this tells the owner. Never rejects.
  async function reportOverdueSweep(database: LeadDatabase, scope: Scope) {
    try {
      if (!(await database.reportOverdueSweep())) return
      log('error', 'sweep_overdue')
      await deliver?.(database, scope).done
    } catch (error) {
      log('error', 'sweep_not_checked', { reason: reasonOf(error) })
    }
  }

  // Never rejects. A failed step stops no other.
  async function keepHouse(database: LeadDatabase) {
    const until = Date.now() + workOffMs
    const steps = await database.dueSteps().catch((error) => {
      log('error', 'housekeeping_failed', { reason: reasonOf(error) })
      return []
    })
    for (const step of steps) {
      try {
        while ((await database.runHousekeeping(step)) && Date.now() < until);
      } catch (error) {
        log('error', 'step_failed', { step, reason: reasonOf(error) })
      }
    }
  }

  async function receiveText(request: Request, database: LeadDatabase, provider: string): Promise<Response> {
    const body = await readBody(request, bodyTimeoutMs)
    const url = `${address}/texts/${provider}${new URL(request.url).search}`
    const message = (await texts.get(provider)?.(url, request.headers, body)) ?? 'forged'
    if (message === 'forged') return errorResponse('forbidden')
    await keepTrying((leftMs) => database.receiveText(message, leftMs), {
      withinMs: answerTextWithinMs,
    }).catch(refuseReport)
    log('info', 'text_received', { meaning: message.meaning })
    // Empty, so Twilio sends no reply, and nobody learns whether we know the number.
    return new Response('<Response/>', { headers: { 'content-type': 'text/xml' } })
  }

  async function receiveMailEvents(request: Request, database: LeadDatabase, provider: string) {
    const body = await readBody(request, bodyTimeoutMs, maxReportBytes)
    const events = (await mailEvents.get(provider)?.(request.headers, body)) ?? 'forged'
    if (events === 'forged') return errorResponse('unauthorized')
    const recorded =
      events.length > 0 ? await database.recordMailEvents(provider, events).catch(refuseReport) : 0
    if (recorded > 0) log('info', 'mail_events_recorded', { provider, events: recorded })
    return Response.json({})
  }

  // Calendly deletes a subscription after a 410, and ends one that is refused for a day. So a call with
  // nothing known is accepted.
  async function receiveBookings(request: Request, database: LeadDatabase, calendar: string) {
    const body = await readBody(request, bodyTimeoutMs, maxReportBytes)
    const statements = bookings.get(calendar)?.(request.headers, body) ?? 'forged'
    if (statements === 'forged') return errorResponse('unauthorized')
    const name = calendar === 'calcom' ? 'cal.com' : calendar
    const recorded =
      statements.length > 0 ? await database.recordBookings(name, statements).catch(refuseReport) : 0
    log('info', 'bookings_recorded', { calendar, statements: statements.length, recorded })
    return Response.json({})
  }

  const callbacks = { texts: receiveText, 'mail-events': receiveMailEvents, bookings: receiveBookings }

  const routes = new Map(
    Object.entries<Route>({
      async confirm(request, database) {
        const { token, context } = await read(request, confirmRequestSchema, unknownToken)
        const isKnown = await database.confirmLead(token, { ...context, webhook: isWebhookWanted })
        if (!isKnown) return unknownToken()
        log('info', 'lead_confirmed')
        return Response.json({ status: 'confirmed' })
      },

      async stop(request, database) {
        const { token, context } = await read(request, stopRequestSchema, unknownToken)
        if (!(await database.stopLead(token, context))) return unknownToken()
        log('info', 'consent_withdrawn')
        return Response.json({ status: 'withdrawn' })
      },

      async unsubscribe(request, database) {
        const { token, way } = await read(request, unsubscribeRequestSchema, unknownToken)
        if (!(await database.unsubscribe(token, way))) return unknownToken()
        log('info', 'mailbox_unsubscribed')
        return Response.json({ status: 'unsubscribed' })
      },

      async ask(request, database) {
        const { token } = await read(request, askRequestSchema, unknownToken)
        const phone = await database.askedNumber(token)
        return phone === null ? unknownToken() : Response.json({ phone })
      },

      async watch(request, database) {
        const { token } = await read(request, askRequestSchema, unknownToken)
        // An older database knows no link to the calendar.
        const [status, callToken] = await Promise.all([
          database.mayWatch(token),
          database.callToken(token).catch(() => null),
        ])
        return status ? Response.json({ status, ...(callToken && { callToken }) }) : unknownToken()
      },

      async call(request, database) {
        const { token } = await read(request, askRequestSchema, unknownToken)
        const booker = await database.pressCall(token)
        return booker ? Response.json(booker) : unknownToken()
      },

      async begun(request, database) {
        const { token } = await read(request, askRequestSchema, unknownToken)
        await database.beginVideo(token)
        return Response.json({})
      },

      async watched(request, database) {
        await database.storeWatched(await read(request, watchedRequestSchema, unknownToken))
        return Response.json({})
      },

      async sweep(request, database) {
        const key = keySchema.safeParse(request.headers.get('x-claim-key'))
        if (!key.success) return errorResponse('unauthorized')
        const scope = { claimKey: key.data }
        // Throws for a wrong key, so that the caller gets the error. The workers would only log it.
        await database.claimMails(0, scope)
        await database
          .setReportKey(key.data)
          .catch((error) => log('error', 'report_key_not_set', { reason: reasonOf(error) }))
        // An older database tells no platform.
        await database.setAds(key.data, adConsents).catch((error) => {
          if (adConsents) log('error', 'ads_not_set', { reason: reasonOf(error) })
        })
        const housekeeping = keepHouse(database)
        background(housekeeping)
        // What the housekeeping queues goes out at once, unless it takes long.
        await raceSignal(housekeeping, AbortSignal.timeout(housekeepingMs)).catch(() => undefined)
        // The sweep does not wait for webhooks: a slow receiver would delay the next one.
        if (deliverWebhooks) background(deliverWebhooks(database, scope).done)
        const tellAds = async () => deliverAds?.(database, scope).done
        if (!deliver) {
          background(tellAds())
          const settings = faults.map(({ variable, fault }) => `${variable} ${fault}`).join('; ')
          log('error', 'mails_wait', { settings })
          return Response.json({ ...nothingSent, settings: faults })
        }
        const { tally, done } = deliver(database, scope)
        // Emails go first.
        background(done.then(tellAds))
        await raceSignal(done, AbortSignal.timeout(sweepMs)).catch(() => undefined)
        return Response.json(tally)
      },

      async health(request, database) {
        const { mail = false } = await read(request, healthRequestSchema, () => errorResponse('invalid_json'))
        return Response.json(await checkHealth(database, mail))
      },
    }),
  )

  return async (request: Request, database: LeadDatabase): Promise<Response> => {
    if (request.method !== 'POST') return errorResponse('method_not_allowed')
    try {
      const { pathname } = new URL(request.url)
      const [, about, provider] = callbackPath.exec(pathname) ?? []
      if (about && provider) {
        return await callbacks[about as keyof typeof callbacks](request, database, provider)
      }
      const route = routes.get(pathname.slice(pathname.lastIndexOf('/') + 1)) ?? acceptLead
      return await route(request, database)
    } catch (error) {
      if (error instanceof Response) return error
      const code = error instanceof DatabaseError && error.code
      if (code === '28000') return errorResponse('unauthorized')
      if (code === 'PT429') return errorResponse('rate_limited')
      log('error', 'unavailable', { reason: reasonOf(error) })
      return errorResponse('unavailable')
    }
  }
}
