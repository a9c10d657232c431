import { Buffer } from 'node:buffer'
import { createHash, createHmac } from 'node:crypto'
import type { ErasureWebhook, LeadWebhook } from '../database.ts'
import type { SendResult } from '../deliver.ts'
import { raceSignal } from '../race-signal.ts'
import type { WebhookSettings } from '../settings.ts'
import { type Resolve, requirePublic } from './address.ts'
import { describeFailure } from './describe-failure.ts'
import { isRedirect, pauseAfter } from './pause.ts'
import { payloadOf } from './payload.ts'

type SendOptions = {
  /** For one post, from the DNS lookup to the answer's headers. Shorter than the lease of 50 s. */
  deadline?: () => AbortSignal
  resolve?: Resolve
}

/**
 * `send` posts in the format of Standard Webhooks and never throws. 2xx is a success, and all but 410 is
 * tried again. The result says how long the receiver rests. `receiver` is its key in the database.
 */
export function createWebhookSend(
  { url, secrets, isPrivate }: WebhookSettings,
  { deadline = () => AbortSignal.timeout(10_000), resolve }: SendOptions = {},
) {
  const keys = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'))
  // Two signatures while the operator changes the secret. The receiver may check either.
  const sign = (content: string) =>
    keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ')
  const receiver = createHash('sha256').update(url.href).digest('hex')

  const send = async (row: LeadWebhook | ErasureWebhook): Promise<SendResult> => {
    const signal = deadline()
    try {
      const body = payloadOf(row)
      const timestamp = Math.floor(Date.now() / 1000)
      // fetch looks the host up again, and nothing checks a different address then (DNS rebinding).
      if (!isPrivate) await raceSignal(requirePublic(url, resolve), signal)
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'send-lead-email',
          'webhook-id': row.id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': sign(`${row.id}.${timestamp}.${body}`),
        },
      })
      response.body?.cancel().catch(() => undefined)
      const result = resultOf(response.status)
      return result.outcome === 'sent'
        ? result
        : { ...result, rest: { receiver, seconds: pauseAfter(response) } }
    } catch (error) {
      return { outcome: 'deferred', ...describeFailure(error) }
    }
  }
  return { send, receiver }
}

/** What an answer says about the form of the posts: Slack and Discord answer 400 to any other form. */
const refusals: Record<number, string> = {
  400: 'this receiver takes another form of message',
  415: 'this receiver takes another form of message',
  422: 'this receiver takes another form of message',
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  const codes = `HTTP ${status}`
  if (status === 410) return { outcome: 'rejected', error: `${codes}: the receiver is gone for good`, codes }
  const said = isRedirect(status)
    ? 'it sends posts to another address, which is no acceptance'
    : refusals[status]
  return { outcome: 'deferred', error: [codes, said].filter(Boolean).join(': '), codes }
}
