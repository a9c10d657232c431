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

export type Deliver = (database: LeadDatabase) => Delivery

type DeliverOptions = {
  /** Aborted when the process is about to end: no further mail is begun. */
  ending?: AbortSignal
  /** How long the end of an attempt is repeated to a database that is away; with the sending less than the lease. */
  settleWithinMs?: number
  settlePauseMs?: number
}

/**
 * Takes the sender, returns the call that sends whatever is due, one mail at a time: a killed process leaves one
 * mail at most that was sent and is not known to be. A call while mails are under way makes the worker look once more.
 */
export function createDeliver(send: Send, options: DeliverOptions = {}): Deliver {
  const { ending, settleWithinMs = 80_000, settlePauseMs = 1000 } = options
  let isBusy = false
  let calls = 0

  async function work(database: LeadDatabase, tally: Tally) {
    isBusy = true
    try {
      while (!ending?.aborted) {
        const callsBefore = calls
        const email = await database.claimEmail()
        if (email) tally[await deliverOne(database, email)] += 1
        else if (callsBefore === calls) return
      }
    } catch (error) {
      log('error', 'delivery_stopped', {
        reason: error instanceof DatabaseError ? error.message : 'unexpected',
      })
    } finally {
      isBusy = false
    }
  }

  async function deliverOne(database: LeadDatabase, email: LeadEmail): Promise<keyof Tally> {
    const result = await send(email)
    const reason = result.outcome === 'sent' ? null : result.error
    const status = await untilAnswered(() => database.settleEmail(email, result.outcome, reason))
    const became = status === 'pending' ? 'failed' : (status ?? 'lost')
    const { id, kind, attempt, submission_id: submission } = email
    log(became === 'dead' ? 'error' : 'info', `mail_${became}`, { id, kind, attempt, submission, reason })
    return became
  }

  // A mail whose end nobody noted is sent again when its lease is over.
  async function untilAnswered<T>(settle: () => Promise<T>): Promise<T> {
    const begin = performance.now()
    for (;;) {
      try {
        return await settle()
      } catch (error) {
        if (ending?.aborted || performance.now() - begin > settleWithinMs) throw error
        await new Promise((resolve) => setTimeout(resolve, settlePauseMs))
      }
    }
  }

  return (database) => {
    calls += 1
    const tally: Tally = { sent: 0, failed: 0, dead: 0, lost: 0 }
    return { tally, done: isBusy ? Promise.resolve() : work(database, tally) }
  }
}
