import { atOnce, createDeliver } from '../deliver.ts'
import type { WebhookSettings } from '../settings.ts'
import { createWebhookSend } from './send.ts'

/**
 * Returns a function that starts posting due webhooks. It claims none while the receiver wants no posts, so they wait in the
 * outbox with their number of attempts unchanged.
 */
export function createWebhookDeliver(settings: WebhookSettings, options: { ending: AbortSignal }) {
  const { send, isResting } = createWebhookSend(settings)
  return createDeliver(
    async (database, scope) => (isResting() ? [] : database.claimWebhooks(atOnce, scope)),
    send,
    options,
  )
}
