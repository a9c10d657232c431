import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { countries } from '../../../../site/fields.ts'
import type { AdEvent } from '../database.ts'
import type { SendResult } from '../deliver.ts'
import { describeFailure } from '../webhook/describe-failure.ts'
import { isRedirect, pauseAfter } from '../webhook/pause.ts'
import { type MetaFault, metaFault } from './meta-fault.ts'

/**
 * The API's version and the day until which Meta promises it: two years after it came
 * (developers.facebook.com/docs/graph-api/changelog/versions). The doctor warns before.
 */
export const metaVersion = { name: 'v26.0', endsOn: '2028-07-29' } as const

export type MetaSettings = { dataset: string; token: string }

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Lower case without punctuation, as Meta wants it. */
const plain = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .trim()

/** As Meta demands. What is missing is left out. */
function hashedOf({ name, email, phone_e164: phone, country_code }: AdEvent) {
  const [first = '', ...rest] = name.split(/\s+/).map(plain).filter(Boolean)
  // The form's code of the United Kingdom is not that of ISO 3166-1.
  const country = (countries[country_code]?.region ?? country_code).toLowerCase()
  const values = {
    em: email.trim().toLowerCase(),
    ph: phone?.replace(/\D/g, ''),
    fn: first,
    ln: rest.join(' '),
    country,
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value ? [[key, [hash(value)]]] : [])),
  )
}

const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/**
 * For the Conversions API (developers.facebook.com, “Server event parameters” and “Customer information
 * parameters”). The id is the submission's, by which Meta recognises a second try for two days. A click has
 * the time of the arrival, and its id as it came. No IP address is stored, so none is sent.
 */
export function eventOf(row: AdEvent) {
  const { event, submission_id, submitted_at, queued_at, page, user_agent, campaign, outcome } = row
  const click = campaign.fbclid
  const isSeen = event === 'lead' && page && user_agent && URL.canParse(page)
  return {
    event_name: { lead: 'Lead', schedule: 'Schedule', purchase: 'Purchase' }[event],
    event_time: seconds(queued_at),
    event_id: submission_id,
    // `website` demands both, and the browser is forgotten after keep_traces.
    ...(isSeen
      ? { action_source: 'website', event_source_url: page }
      : { action_source: 'system_generated' }),
    user_data: {
      ...hashedOf(row),
      ...(click && { fbc: `fb.1.${Date.parse(submitted_at)}.${click}` }),
      ...(isSeen && { client_user_agent: user_agent }),
    },
    ...(event === 'purchase' && {
      custom_data: { value: outcome?.value ?? 0, currency: outcome?.currency ?? '' },
    }),
  }
}

const answerSchema = z.object({ events_received: z.number(), fbtrace_id: z.optional(z.string()) })
const errorSchema = z.object({
  error: z.object({
    message: z.optional(z.string()),
    code: z.optional(z.number()),
    error_subcode: z.optional(z.number()),
    error_user_msg: z.optional(z.string()),
    is_transient: z.optional(z.boolean()),
  }),
})

/** Only the operator can repair these, for all events. */
const ofAccount: readonly (MetaFault | undefined)[] = ['token', 'dataset', 'permission', 'blocked']
/** Would be refused again. */
const ofEvent: readonly (MetaFault | undefined)[] = ['late', 'refused']

/** `isOfAccount` is a fault of token, dataset or account. */
export type MetaAnswer =
  | { took: number; trace?: string }
  | { error: string; isFinal: boolean; isOfAccount: boolean }

/** For Meta, a wrong hash or an unknown person is no error. */
export function readAnswer(status: number, body: string): MetaAnswer {
  const json = z.string().check(z.maxLength(50_000)).safeParse(body).success ? parse(body) : undefined
  const taken = answerSchema.safeParse(json).data
  if (status === 200 && taken && taken.events_received > 0)
    return { took: taken.events_received, trace: taken.fbtrace_id }
  const { code, error_subcode, error_user_msg, message, is_transient } =
    errorSchema.safeParse(json).data?.error ?? {}
  const error = [
    `META ${status}`,
    code === undefined ? '' : `code ${code}${error_subcode ? `/${error_subcode}` : ''}`,
    (error_user_msg ?? message ?? '').slice(0, 300),
  ]
  const said = error.filter(Boolean).join(' ')
  const fault = metaFault(said)
  const isFinal = ofEvent.includes(fault) && !is_transient
  return { error: said, isFinal, isOfAccount: ofAccount.includes(fault) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** With a `testCode`, Meta shows the events under Test events and counts none. */
export const postEvents = (
  { dataset, token }: MetaSettings,
  events: object[],
  signal: AbortSignal,
  testCode?: string,
) =>
  fetch(`https://graph.facebook.com/${metaVersion.name}/${dataset}/events?access_token=${token}`, {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: events, ...(testCode && { test_event_code: testCode }) }),
  })

/** While Meta refuses the account, it is asked once in this time. */
const accountRestSeconds = 3600
const limitRestSeconds = 60

/**
 * `send` tells Meta of one event and never throws. One event a call, because a refused one would take all
 * others with it. `receiver` is the database's key for dataset and token, so that a new token is tried at
 * once.
 */
export function createMetaSend(
  settings: MetaSettings,
  { deadline = () => AbortSignal.timeout(10_000) }: { deadline?: () => AbortSignal } = {},
) {
  const receiver = `meta:${hash(`${settings.dataset} ${settings.token}`)}`
  const withoutToken = (text: string) => text.replaceAll(settings.token, '…')

  const send = async (row: AdEvent): Promise<SendResult> => {
    try {
      const response = await postEvents(settings, [eventOf(row)], deadline())
      const body = isRedirect(response.status) ? '' : await response.text()
      const answer = readAnswer(response.status, body)
      if ('took' in answer) return { outcome: 'sent' }
      const error = withoutToken(answer.error)
      // Meta's words may quote the event: the log gets only the numbers.
      const codes = /^META \d+(?: code \d+(?:\/\d+)?)?/.exec(error)?.[0] ?? 'META'
      if (answer.isFinal) return { outcome: 'rejected', error, codes }
      const asked = Math.max(pauseAfter(response), response.status < 500 ? limitRestSeconds : 0)
      const restSeconds = answer.isOfAccount ? accountRestSeconds : asked
      return { outcome: 'deferred', error, codes, rest: { receiver, seconds: restSeconds } }
    } catch (error) {
      return { outcome: 'deferred', ...describeFailure(error) }
    }
  }
  return { send, receiver }
}
