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
  /**
   * The time limit for one post, from the DNS lookup to the headers of the answer. It is shorter than the lease of 50
   * s.
   */
  deadline?: () => AbortSignal
  resolve?: Resolve
}

/**
 * Returns `send`, which posts a webhook in the format of Standard Webhooks and never throws. A status of 2xx is a
 * success. After 410 there is no retry, but after any other result there is. The result says how long the receiver
 * rests. `receiver` is the key under which the database knows the receiver.
 */
export function createWebhookSend(
  { url, secrets, isPrivate }: WebhookSettings,
  { deadline = () => AbortSignal.timeout(10_000), resolve }: SendOptions = {},
) {
  const keys = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'))
  // While the operator is changing the secret, a post has two signatures. The receiver may check either of them.
  const sign = (content: string) =>
    keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ')
  const receiver = createHash('sha256').update(url.href).digest('hex')

  const send = async (row: LeadWebhook | ErasureWebhook): Promise<SendResult> => {
    const signal = deadline()
    try {
      const body = payloadOf(row)
      const timestamp = Math.floor(Date.now() / 1000)
      // fetch looks up the host name a second time. If the second lookup returns a different address, nothing checks
      // that address (DNS rebinding).
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

/** What an answer says about the form of the posts. Slack and Discord, for example, answer 400 to any other form. */
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
