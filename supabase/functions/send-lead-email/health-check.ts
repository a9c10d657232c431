import type { Health } from '../_shared/health.ts'
import type { LeadDatabase } from './database.ts'
import { DatabaseError } from './database.ts'
import type { Settings } from './settings.ts'
import type { Post } from './smtp.ts'
import { domainOf } from './smtp.ts'
import { connectionFault, failureCodes } from './smtp-failure.ts'
import type { SmtpTransport } from './smtp-transport.ts'
import { sourceDigest } from './source-digest.ts'
import { lookupFault } from './webhook/address.ts'

type HealthDeps = {
  settings: Settings
  /** Undefined as long as SMTP_URL is wrong. */
  transport: SmtpTransport | undefined
  /** Undefined as long as any of the settings is wrong. */
  post: Post | undefined
  /** For each of the checks, which run at the same time. */
  timeoutMs?: number
}

export type CheckHealth = (database: LeadDatabase, withMail: boolean) => Promise<Health>

/**
 * Returns the function that answers what works and what does not, with a test mail to the owner if asked for. It never
 * throws and takes at most `timeoutMs`.
 */
export function createHealthCheck({
  settings,
  transport,
  post,
  timeoutMs = 15_000,
}: HealthDeps): CheckHealth {
  const { faults, siteUrl, videoUrl, from, webhook } = settings

  async function checkSmtp(): Promise<Health['smtp']> {
    if (!transport) return { status: 'not_configured', reason: null }
    const error = await failureOf(transport.verify(), timeoutMs)
    return error
      ? { status: connectionFault(error), reason: failureCodes(error) }
      : { status: 'ok', reason: null }
  }

  async function checkWebhookAddress(): Promise<Health['settings']> {
    const variable = 'LEADS_WEBHOOK_URL'
    const fault = webhook && !webhook.isPrivate && (await lookupFault(webhook.url))
    return fault ? [{ variable, fault }] : []
  }

  async function sendTestMail(): Promise<Health['mail']> {
    if (!post) return { status: 'failed', reason: 'the settings are wrong' }
    const error = await failureOf(post({ id: crypto.randomUUID(), kind: 'test' }), timeoutMs)
    return error ? { status: 'failed', reason: failureCodes(error) } : { status: 'sent', reason: null }
  }

  return async (database, withMail) => {
    const [smtp, webhookFaults, databaseState, mail] = await Promise.all([
      checkSmtp(),
      checkWebhookAddress(),
      checkDatabase(database),
      withMail ? sendTestMail() : null,
    ])
    return {
      version: sourceDigest,
      settings: [...faults, ...webhookFaults],
      siteUrl: siteUrl ?? null,
      videoUrl: videoUrl ?? null,
      senderDomain: from ? domainOf(from.address) : null,
      smtp,
      database: databaseState,
      mail,
    }
  }
}

async function checkDatabase(database: LeadDatabase): Promise<Health['database']> {
  try {
    await database.claimEmails(0, { submissions: [] })
    return { status: 'ok', reason: null }
  } catch (error) {
    return { status: 'unavailable', reason: error instanceof DatabaseError ? error.message : 'unexpected' }
  }
}

/** Waits for the task; returns what it threw, or an error with the code ETIMEDOUT when it takes too long. */
async function failureOf(task: Promise<unknown>, ms: number): Promise<unknown> {
  const { promise: timeout, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => resolve({ code: 'ETIMEDOUT' }), ms)
  const failure = await Promise.race([task.then(() => undefined).catch((error) => error), timeout])
  clearTimeout(timer)
  return failure
}
