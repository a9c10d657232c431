import type { Health } from '../_shared/health.ts'
import type { LeadDatabase } from './database.ts'
import { raceSignal } from './race-signal.ts'
import { reasonOf } from './reason.ts'
import type { Settings } from './settings.ts'
import { domainOf, type Post } from './smtp.ts'
import { connectionFault, failureCodes } from './smtp-failure.ts'
import type { SmtpTransport } from './smtp-transport.ts'
import { sourceDigest } from './source-digest.ts'
import { privateAddress, type Resolve, requirePublic } from './webhook/address.ts'

type HealthDeps = {
  settings: Settings
  transport: SmtpTransport | undefined
  post: Post | undefined
  deadline?: () => AbortSignal
  resolve?: Resolve
}

const addressFaults: Record<string, string> = {
  [privateAddress]: 'must not lead to this machine or into a private network',
  ENOTFOUND: 'names a host that has no address',
}

export type CheckHealth = (database: LeadDatabase, withMail: boolean) => Promise<Health>

/** Ends at the deadline and never throws. */
export function createHealthCheck({
  settings,
  transport,
  post,
  deadline = () => AbortSignal.timeout(15_000),
  resolve,
}: HealthDeps): CheckHealth {
  const { faults, siteUrl, from, webhook } = settings

  async function checkSmtp(signal: AbortSignal): Promise<Health['smtp']> {
    if (!transport) return { status: 'not_configured', reason: null }
    const error = await failureOf(transport.verify(), signal)
    return error
      ? { status: connectionFault(error), reason: failureCodes(error) }
      : { status: 'ok', reason: null }
  }

  async function checkWebhookAddress(signal: AbortSignal): Promise<Health['settings']> {
    if (!webhook || webhook.isPrivate) return []
    const failure = await failureOf(requirePublic(webhook.url, resolve), signal)
    const fault = addressFaults[(failure as { code?: string } | undefined)?.code ?? '']
    return fault ? [{ variable: 'LEADS_WEBHOOK_URL', fault }] : []
  }

  async function sendTestMail(signal: AbortSignal): Promise<Health['mail']> {
    if (!post) return { status: 'failed', reason: 'the settings are wrong' }
    const error = await failureOf(post({ id: crypto.randomUUID(), kind: 'test' }), signal)
    return error ? { status: 'failed', reason: failureCodes(error) } : { status: 'sent', reason: null }
  }

  return async (database, withMail) => {
    const signal = deadline()
    const [smtp, webhookFaults, databaseState, mail] = await Promise.all([
      checkSmtp(signal),
      checkWebhookAddress(signal),
      checkDatabase(database, signal),
      withMail ? sendTestMail(signal) : null,
    ])
    return {
      version: sourceDigest,
      settings: [...faults, ...webhookFaults],
      siteUrl: siteUrl ?? null,
      senderDomain: from ? domainOf(from.address) : null,
      smtp,
      database: databaseState,
      mail,
    }
  }
}

async function checkDatabase(database: LeadDatabase, signal: AbortSignal): Promise<Health['database']> {
  const error = await failureOf(database.claimMails(0, { submissions: [] }), signal)
  if (!error) return { status: 'ok', reason: null }
  return { status: 'unavailable', reason: signal.aborted ? 'ETIMEDOUT' : reasonOf(error) }
}

/** Undefined after success. ETIMEDOUT if the signal comes first. */
const failureOf = (task: Promise<unknown>, signal: AbortSignal): Promise<unknown> =>
  raceSignal(task, signal).then(
    () => undefined,
    (error) => (signal.aborted ? { code: 'ETIMEDOUT' } : error),
  )
