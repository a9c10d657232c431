import type { SupabaseClient } from '@supabase/supabase-js'
import type { CountryCode, Lead } from '../_shared/lead.ts'
import type { Confirmation, LeadContext, Traces, Unsubscription } from '../_shared/lead-request.ts'
import type { MailEvent } from './mail-events/mail-event.ts'
import type { TextMessage } from './texts/read-text.ts'

export type LeadEmail = {
  id: string
  kind: 'visitor' | 'owner'
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
  came_before: boolean
  /** Whether a preview of the site sent the lead. If so, every mail goes to the owner. */
  preview?: boolean
  /**
   * The stored data of the person, if this submission came from another source with different data and could not change
   * them.
   */
  record?: Pick<LeadEmail, 'name' | 'phone' | 'country_code'> | null
  token?: string | null
  stop_token?: string | null
  unsubscribe_token?: string | null
  watch_token?: string | null
  event?: 'reminder' | null
  confirms?: string | null
  /** The person's consent when the row was claimed: none, asked, given, confirmed, withdrawn or stopped. */
  consent: string
}

/**
 * How many mails and webhooks with each problem need the operator (SQL function count_attention). 1001 means more than
 * 1,000.
 */
export type Attention = Partial<
  Record<'sweep' | 'failed' | 'held' | 'overdue' | 'delayed' | 'webhook', number>
>

/**
 * How many leads came since a time (ISO 8601), withdrew their consent, or did not get or want their mail. Also counts
 * text messages that say neither stop nor start. The lists have the newest entries: at most 20 names of leads, and at
 * most 100 entries of each other kind.
 */
export type Digest = {
  leads: number
  since: string | null
  names: string[]
  withdrawals: number
  withdrawn: { lead_id: string; name: string; email: string; phone: string }[]
  texts: number
  received: { sender: string; words: string; received_at: string }[]
  undelivered: number
  returned: (Digest['withdrawn'][number] & { reason: 'bounced' | 'complained' })[]
}

/** A mail to the owner that concerns no single lead. */
type OwnMail = { id: string; attempt: number; submission_id: null } & (
  | { kind: 'alert'; attention: Attention }
  | { kind: 'digest'; digest: Digest }
  | { kind: 'seal'; seal: string; removals: string }
)

export type OutboxEmail = LeadEmail | OwnMail

export type LeadWebhook = Omit<
  LeadEmail,
  'kind' | 'preview' | 'record' | 'token' | 'stop_token' | 'unsubscribe_token' | 'watch_token' | 'event'
> & {
  kind: 'webhook'
  lead_id: string
  consent_text: string | null
  variant: string | null
  suspected_bot: boolean
  /** What the row reports instead of its submission. */
  event: 'watched' | 'stop_lifted' | null
  /** A number that grows from webhook to webhook. */
  sequence: number
  /** The percentage of the video that the person had watched at `queued_at`. Null if the row does not report this. */
  watched_percent: number | null
  queued_at: string
  withdrawn_by: string | null
  /**
   * Whether the submission's data are the person's data. This is false if the person is known from another source or
   * has newer data.
   */
  merged: boolean
}

/** A webhook that reports the erasure of a person. */
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

export type OutboxRow = OutboxEmail | LeadWebhook | ErasureWebhook

/** The pause that a receiver of webhooks asks for. `receiver` is the SHA-256 of the receiver's address in hex. */
export type Rest = { receiver: string; seconds: number }

/** How an attempt ended. A deferred message is sent again later. */
export type Outcome = 'sent' | 'deferred' | 'rejected' | 'unanswered'

/** The rows that a worker may claim: those of these submissions or, with the sweep's key, all due rows. */
export type Scope = { submissions: string[] } | { claimKey: string }
export type LeadDatabase = ReturnType<typeof openLeadDatabase>

/** A failed call of the database. `code` is a SQLSTATE, a PostgREST code or 'unreachable', without personal data. */
export class DatabaseError extends Error {
  readonly code: string
  constructor(call: string, code: string) {
    super(`${call}: ${code}`)
    this.code = code
  }
}

const callTimeoutMs = 6000

/** Takes a client with a secret key. Returns one method for each SQL function. The methods throw a DatabaseError. */
export function openLeadDatabase(client: SupabaseClient) {
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
    /** Stores the lead and its mails under the submission's id. Returns whether the id was new, known or in conflict. */
    acceptLead: (
      submissionId: string,
      { name, email, phone, countryCode, consent, ...extra }: Lead,
      phoneE164: string | null,
      context: LeadContext & { webhook: boolean },
    ) =>
      call<'created' | 'replayed' | 'conflict'>('accept_lead', {
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
    beginVideo: (submissionId: string) => call<null>('begin_video', { submission_id: submissionId }),
    storeWatched: (watched: { token: string; percent: number }) => call<null>('store_watched', watched),
    /** Stores what a text message asks for. Each attempt ends after `withinMs` milliseconds. */
    receiveText: (text: TextMessage, withinMs: number) => call<null>('receive_text', text, withinMs),
    /** Stores what a mail provider reports. Returns how many events were new. */
    recordMailEvents: (provider: string, events: MailEvent[]) =>
      call<number>('record_mail_events', { provider, events }),
    /** Claims at most `count` due mails. A call with `count` 0 only shows that the database answers. */
    claimMails: (count: number, scope: Scope) =>
      call<OutboxEmail[]>('claim_mails', { max_mails: count, ...claimArgs(scope) }),
    /** Claims at most `count` due webhooks, or none while the receiver rests. */
    claimWebhooks: (count: number, scope: Scope, receiver: string) =>
      call<(LeadWebhook | ErasureWebhook)[]>('claim_webhooks', {
        ...{ max_webhooks: count, receiver },
        ...claimArgs(scope),
      }),
    /**
     * Stores how an attempt ended. For a webhook, also stores how long its receiver rests, which is for ever after a
     * rejection. Returns the row's new status, or null if another worker has claimed the row.
     */
    settle: ({ id, attempt }: OutboxRow, outcome: Outcome, error: string | null, rest?: Rest) =>
      call<'sent' | 'pending' | 'failed' | null>('settle_message', {
        ...{ id, attempt, outcome, error },
        ...(rest && { receiver: rest.receiver, rest_seconds: rest.seconds }),
      }),
    beginSweep: () => call<boolean>('begin_sweep'),
    /** If no sweep has begun for minutes, returns the key for a sweep in its place. Otherwise returns null. */
    takeOverdueSweep: () => call<string | null>('take_overdue_sweep'),
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
