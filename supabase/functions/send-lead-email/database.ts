import type { SupabaseClient } from '@supabase/supabase-js'
import type { CountryCode, Lead } from '../_shared/lead.ts'
import type { Confirmation, LeadContext, Traces, Unsubscription } from '../_shared/lead-request.ts'
import type { Booking } from './bookings/booking.ts'
import type { GeneralMail } from './mail/general-mails.ts'
import type { MailEvent } from './mail-events/mail-event.ts'
import type { TextMessage } from './texts/read-text.ts'

export type LeadEmail = {
  id: string
  kind: 'visitor' | 'owner' | 'colleague'
  attempt: number
  name: string
  email: string
  phone: string
  phone_e164: string | null
  country_code: CountryCode
  consent_version: string | null
  page: string | null
  referrer: string | null
  extra: Record<string, string>
  campaign: Record<string, string>
  submission_id: string
  submitted_at: string
  /** An older database does not send it. */
  time_zone?: string
  came_before: boolean
  /** All its emails go to the owner. */
  preview?: boolean
  /**
   * The person's stored data. Set only if the submission had other data, but came from another source and
   * could not change it.
   */
  record?: Pick<LeadEmail, 'name' | 'phone' | 'country_code'> | null
  token?: string | null
  stop_token?: string | null
  unsubscribe_token?: string | null
  watch_token?: string | null
  event?: 'reminder' | null
  confirms?: string | null
  /** The colleague who gets this copy. */
  recipient?: string | null
  /** At the time of the claim: none, asked, given, confirmed, withdrawn or stopped. */
  consent: string
}

export type OutboxEmail = LeadEmail | GeneralMail

export type LeadWebhook = Omit<
  LeadEmail,
  | 'kind'
  | 'preview'
  | 'record'
  | 'recipient'
  | 'token'
  | 'stop_token'
  | 'unsubscribe_token'
  | 'watch_token'
  | 'event'
> & {
  kind: 'webhook'
  lead_id: string
  consent_text: string | null
  variant: string | null
  suspected_bot: boolean
  /** Null if the row reports its submission. */
  event: 'watched' | 'stop_lifted' | 'updated' | 'booked' | 'outcome' | null
  /** Each new webhook gets a higher number. */
  sequence: number
  /** Percent at `queued_at`. Null if the row does not report this. */
  watched_percent: number | null
  queued_at: string
  /** The booked call, and the person's outcome. An older database does not send them. */
  booking?: {
    state: 'booked' | 'held' | 'cancelled' | 'no-show' | null
    starts_at: string | null
    ends_at: string | null
  } | null
  outcome?: {
    state: 'open' | 'won' | 'lost'
    value: number | null
    currency: string | null
    at: string | null
  } | null
  withdrawn_by: string | null
  /** By the person's stored number. */
  may_be_texted: boolean
  /** False if the mailbox gets no more emails. An older database does not send it. */
  may_be_mailed?: boolean
  /** The person has this submission's data. Not if they are known from another source or have newer data. */
  current: boolean
}

/** Reports that a person was erased. */
export type ErasureWebhook = {
  id: string
  kind: 'webhook'
  attempt: number
  submission_id: null
  event: 'erased'
  lead_id: string
  sequence: number
  queued_at: string
}

/** `queued_at` is when it happened. */
export type AdEvent = Pick<
  LeadWebhook,
  | ('id' | 'attempt' | 'submission_id' | 'submitted_at' | 'name' | 'email' | 'phone_e164' | 'country_code')
  | ('page' | 'campaign' | 'queued_at' | 'outcome')
> & { kind: 'ad'; event: 'lead' | 'schedule' | 'purchase'; user_agent: string | null }

export type OutboxRow = OutboxEmail | LeadWebhook | ErasureWebhook | AdEvent

/** Asked for by a receiver of webhooks. `receiver` is the SHA-256 of its address, in hex. */
export type Rest = { receiver: string; seconds: number }

/** A deferred message is sent again later. */
export type Outcome = 'sent' | 'deferred' | 'rejected' | 'unanswered'

/**
 * What a worker may claim: the rows of a list of submissions and the alert, or with the sweep's key all that
 * are due.
 */
export type Scope = { submissions: string[] } | { claimKey: string }
export type LeadDatabase = ReturnType<typeof openLeadDatabase>

/** A failed call. `code` is a SQLSTATE, a PostgREST code or 'unreachable'. No personal data. */
export class DatabaseError extends Error {
  readonly code: string
  constructor(call: string, code: string) {
    super(`${call}: ${code}`)
    this.code = code
  }
}

const callTimeoutMs = 6000

/**
 * Takes a client with a secret key, and the key for texts and reports of providers, which the page lacks. One
 * method for each SQL function, which throws a DatabaseError.
 */
export function openLeadDatabase(client: SupabaseClient, reportKey?: string) {
  async function call<Returns>(name: string, args: object = {}, withinMs = callTimeoutMs): Promise<Returns> {
    const answer: { data: unknown; error: { code?: string } | null } = await client
      .rpc(name, args)
      .abortSignal(AbortSignal.timeout(Math.min(withinMs, callTimeoutMs)))
      .then(
        (answer) => answer,
        () => ({ data: null, error: {} }),
      )
    if (answer.error) throw new DatabaseError(name, answer.error.code || 'unreachable')
    return answer.data as Returns
  }

  return {
    /**
     * Stores the lead and its emails under this submission id. Returns whether the id is new, a repetition,
     * or another submission's; whether reminders are on; the id under which the lead is stored; and the token
     * in its link to the calendar. An older database lacks the last two.
     */
    acceptLead: (
      submissionId: string,
      { name, email, phone, countryCode, consent, ...extra }: Lead,
      phoneE164: string | null,
      context: LeadContext & { webhook: boolean },
    ) =>
      call<{
        status: 'created' | 'replayed' | 'conflict'
        reminds: boolean
        stored_id?: string
        call_token?: string
      }>('accept_lead', {
        submission_id: submissionId,
        lead: {
          ...{ name, email, phone, phone_e164: phoneE164, country_code: countryCode, consent },
          extra: Object.fromEntries(Object.entries(extra).filter(([, text]) => text)),
        },
        context: snakeCase(context),
      }),
    askedNumber: (token: string) => call<string | null>('asked_number', { token }),
    confirmLead: (token: string, context: Confirmation & { webhook: boolean }) =>
      call<boolean>('confirm_lead', { token, context: snakeCase(context) }),
    stopLead: (token: string, context: Traces) =>
      call<boolean>('stop_lead', { token, context: snakeCase(context) }),
    unsubscribe: (token: string, way: Unsubscription) => call<boolean>('unsubscribe', { token, way }),
    mayWatch: (token: string) => call<'open' | 'measured' | null>('may_watch', { token }),
    /** From the watch link's token to that of the calendar's link. */
    callToken: (token: string) => call<string | null>('call_token', { token }),
    /** Returns what was typed in the press's submission. */
    pressCall: (token: string) => call<{ name: string; email: string } | null>('press_call', { token }),
    beginVideo: (submissionId: string) => call<null>('begin_video', { submission_id: submissionId }),
    storeWatched: (watched: { token: string; percent: number }) => call<null>('store_watched', watched),
    /** Stores a text message and what it asks for. Each attempt ends after `withinMs`. */
    receiveText: (text: TextMessage, withinMs: number) =>
      call<null>('receive_text', { ...text, report_key: reportKey }, withinMs),
    /** Returns how many were new. */
    recordMailEvents: (provider: string, events: MailEvent[]) =>
      call<number>('record_mail_events', { provider, events, report_key: reportKey }),
    /** Returns how many were new. */
    recordBookings: (calendar: string, statements: Booking[]) =>
      call<number>('record_bookings', { calendar, statements, report_key: reportKey }),
    setReportKey: async (claimKey: string) => {
      if (reportKey) await call<null>('set_report_key', { claim_key: claimKey, report_key: reportKey })
    },
    /** Which consent texts let the database tell the ad platform. Null tells none. */
    setAds: (claimKey: string, consentVersions: readonly string[] | null) =>
      call<null>('set_ads', { claim_key: claimKey, consent_versions: consentVersions }),
    /** None while the platform rests. */
    claimAds: (count: number, claimKey: string, receiver: string) =>
      call<AdEvent[]>('claim_ads', { max_ads: count, claim_key: claimKey, receiver }),
    /** At most `count` that are due. 0 only shows that the database answers. */
    claimMails: (count: number, scope: Scope) =>
      call<OutboxEmail[]>('claim_mails', { max_mails: count, ...claimArgs(scope) }),
    /** None while the receiver rests. */
    claimWebhooks: (count: number, scope: Scope, receiver: string) =>
      call<(LeadWebhook | ErasureWebhook)[]>('claim_webhooks', {
        ...{ max_webhooks: count, receiver },
        ...claimArgs(scope),
      }),
    /**
     * A receiver also rests after a rejection for ever. Returns the row's new status, or null if another
     * worker claimed it meanwhile.
     */
    settle: ({ id, attempt }: OutboxRow, outcome: Outcome, error: string | null, rest?: Rest) =>
      call<'sent' | 'pending' | 'failed' | null>('settle_message', {
        ...{ id, attempt, outcome, error },
        ...(rest && { receiver: rest.receiver, rest_seconds: rest.seconds }),
      }),
    /** Not just done by pg_cron, or with work left. */
    dueSteps: () => call<string[]>('due_steps'),
    /** Returns whether work is left for another call. */
    runHousekeeping: (step: string) => call<boolean>('run_housekeeping', { step }),
    /** If the sweep is overdue, queues an alert to the owner, at most one a day, and returns true. */
    reportOverdueSweep: () => call<boolean>('report_overdue_sweep'),
  }
}

const claimArgs = (scope: Scope) => ('submissions' in scope ? scope : { claim_key: scope.claimKey })

const snakeCase = (context: object) =>
  Object.fromEntries(
    Object.entries(context).map(([name, value]) => [
      name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
      value,
    ]),
  )
