import { counted } from '../../core/figures.ts'
import { fault, ok, type Result } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'waiting webhooks'

/** Whether leads wait that nobody will post to LEADS_WEBHOOK_URL. Most sites have no webhook, so without one nothing is said. */
export function checkWaitingWebhooks({ database }: Seen): Result[] {
  const webhooks = database.kind === 'health' ? database.health.webhooks : undefined
  if (!webhooks) return []
  const { pending, overdue, dead, oldest } = webhooks
  const faults = [
    overdue > 0 &&
      fault(
        check,
        `${count(overdue)} ten minutes overdue, the oldest queued at ${oldest}.`,
        `Repair what is said of LEADS_WEBHOOK_URL, LEADS_WEBHOOK_SECRET and the sweep; they are then posted by themselves. Without a webhook any more, run in the SQL editor: update lead_emails set status = 'skipped' where kind = 'webhook' and status = 'pending'`,
      ),
    dead > 0 &&
      fault(
        check,
        `${counted(dead, 'webhook')} failed.`,
        'Read last_error in lead_emails_attention, repair the receiver, then run in the SQL editor: select desk.requeue_lead_emails()',
      ),
  ].filter((result) => result !== false)
  if (faults.length > 0 || pending === 0) return faults
  return [ok(check, `${count(pending)} waiting, none of them for long.`)]
}

const count = (webhooks: number) => (webhooks === 1 ? '1 webhook is' : `${webhooks} webhooks are`)
