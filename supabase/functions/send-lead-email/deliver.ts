import type { LeadDatabase, LeadEmail } from './database.ts'
import { DatabaseError } from './database.ts'
import { log } from './log.ts'

export type SendResult = { outcome: 'sent' } | { outcome: 'failed' | 'rejected'; error: string }

/** Sends one mail; never throws. */
export type Send = (email: LeadEmail) => Promise<SendResult>

/** What became of the mails so far; `lost` ones were taken over by another worker. */
type Tally = { sent: number; failed: number; dead: number; lost: number }

/** `done` never rejects; `tally` counts on until then. */
type Delivery = { tally: Tally; done: Promise<void> }

export type Deliver = (database: LeadDatabase, workers?: number) => Delivery

type DeliverOptions = {
  /** How many mails may be under way at once in this process. */
  maxWorkers?: number
  /** Aborted when the process is about to end: no further mail is begun. */
  ending?: AbortSignal
}

/**
 * Takes the sender, returns the call that sends whatever is due. Each worker takes one mail at a time until none
 * is left, so that a killed process leaves few mails sent but not settled. A call while all workers are busy
 * makes them look once more.
 */
export function createDeliver(send: Send, { maxWorkers = 2, ending }: DeliverOptions = {}): Deliver {
  let busy = 0
  let calls = 0

  async function work(database: LeadDatabase, tally: Tally) {
    busy += 1
    try {
      while (!ending?.aborted) {
        const callsBefore = calls
        const email = await database.claimEmail()
        if (email) tally[await deliverOne(database, email, send)] += 1
        else if (callsBefore === calls) return
      }
    } catch (error) {
      log('error', 'delivery_stopped', {
        reason: error instanceof DatabaseError ? error.message : 'unexpected',
      })
    } finally {
      busy -= 1
    }
  }

  return (database, workers = 1) => {
    calls += 1
    const tally: Tally = { sent: 0, failed: 0, dead: 0, lost: 0 }
    const free = Math.max(Math.min(workers, maxWorkers - busy), 0)
    const done = Promise.all(Array.from({ length: free }, () => work(database, tally))).then(() => undefined)
    return { tally, done }
  }
}

async function deliverOne(database: LeadDatabase, email: LeadEmail, send: Send): Promise<keyof Tally> {
  const result = await send(email)
  const reason = result.outcome === 'sent' ? null : result.error
  const status = await database.settleEmail(email, result.outcome, reason)
  const became = status === 'pending' ? 'failed' : (status ?? 'lost')
  const { id, kind, attempt, submission_id: submission } = email
  log(became === 'dead' ? 'error' : 'info', `mail_${became}`, { id, kind, attempt, submission, reason })
  return became
}
