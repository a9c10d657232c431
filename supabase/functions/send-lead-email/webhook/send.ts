import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import type { LeadWebhook } from '../database.ts'
import type { SendResult } from '../deliver.ts'
import { createPublicLookup, privateAddress } from './address.ts'
import { payloadOf } from './payload.ts'
import type { WebhookSettings } from './settings.ts'

type SendOptions = {
  /** Limit for one post, from the name's lookup to the answer's head; below the lease of 50 s. */
  timeoutMs?: number
  lookup?: ReturnType<typeof createPublicLookup>
}

/**
 * Returns a function that posts one lead, signed by the Standard Webhooks scheme
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md), and answers how that ended
 * instead of throwing. Any status of 2xx takes the lead, and 410 Gone refuses it for good. All others are tried again, also
 * 4xx, since a wrong path or key at the receiver is repaired there. No redirect is followed, and no body read.
 */
export function createWebhookSend(
  { url, secret, isPrivate }: WebhookSettings,
  { timeoutMs = 10_000, lookup = createPublicLookup() }: SendOptions = {},
) {
  const signer = new Webhook(secret)
  const { request } = url.protocol === 'https:' ? https : http

  return async (row: LeadWebhook): Promise<SendResult> => {
    const body = payloadOf(row)
    const now = new Date()
    const call = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isPrivate ? {} : { lookup }),
      headers: {
        'content-type': 'application/json',
        'content-length': new TextEncoder().encode(body).byteLength,
        'user-agent': 'send-lead-email',
        'webhook-id': row.id,
        'webhook-timestamp': Math.floor(now.getTime() / 1000),
        'webhook-signature': signer.sign(row.id, now, body),
      },
    })
    try {
      call.end(body)
      const [{ statusCode = 0 }] = (await once(call, 'response')) as [IncomingMessage]
      return resultOf(statusCode)
    } catch (error) {
      return { outcome: 'failed', ...describe(error) }
    } finally {
      // Destroying a request that was answered may end in an error of its connection.
      call.on('error', () => undefined).destroy()
    }
  }
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  const codes = `HTTP ${status}`
  if (status === 410) return { outcome: 'rejected', error: `${codes}: the receiver is gone for good`, codes }
  const isRedirect = status >= 300 && status < 400
  return { outcome: 'failed', error: isRedirect ? `${codes}: redirects are not followed` : codes, codes }
}

function describe(thrown: unknown) {
  const { code = 'unexpected', name, message } = thrown as { code?: string; name?: string; message?: string }
  if (code === privateAddress) return { error: `${code} the address is in a private network`, codes: code }
  if (name === 'AbortError') return { error: 'ETIMEDOUT no answer in time', codes: 'ETIMEDOUT' }
  // A network error tells of host, port and certificate, never of what is posted or of the path, which may hold a key.
  return { error: `${code} ${message}`.slice(0, 200), codes: code }
}
