import { atOnce, createDeliver } from '../deliver.ts'
import type { WebhookSettings } from '../settings.ts'
import { createWebhookSend } from './send.ts'

/** While the receiver rests, webhooks wait in the outbox. */
export function createWebhookDeliver(settings: WebhookSettings, options: { ending: AbortSignal }) {
  const { send, receiver } = createWebhookSend(settings)
  return createDeliver((database, scope) => database.claimWebhooks(atOnce, scope, receiver), send, options)
}
