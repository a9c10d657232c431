import type { LeadDatabase, OutboxEmail, OutboxRow, Outcome, Rest, Scope } from './database.ts'
import { keepTrying } from './keep-trying.ts'
import { log } from './log.ts'
import { reasonOf } from './reason.ts'

/**
 * `error` is stored in the outbox and may quote the mail server. `codes` goes to the log and quotes nothing.
 */
export type SendResult =
  | { outcome: 'sent' }
  | { outcome: Exclude<Outcome, 'sent'>; error: string; codes: string; rest?: Rest }

export type Send = (email: OutboxEmail) => Promise<SendResult>

type Claim<Row> = (database: LeadDatabase, scope: Scope) => Promise<Row[]>

/**
 * Rows by their outcome so far. A `deferred` row is sent again later. A `lost` one was claimed by another
 * worker.
 */
type Tally = { sent: number; deferred: number; failed: number; lost: number }

type Delivery = { tally: Tally; done: Promise<void> }

export type Deliver = (database: LeadDatabase, scope: Scope) => Delivery

type DeliverOptions = {
  /** Aborted when the process is about to end. Then the worker claims no more rows. */
  ending?: AbortSignal
  /**
   * How long to retry storing an outcome. May be longer than the lease: no other worker can claim while the
   * database is down.
   */
  settleWithinMs?: number
  settlePauseMs?: number
}

/**
 * Messages sent at the same time. If the worker crashes, only these may have been sent unknown to the
 * database.
 */
export const atOnce = 4

/** Submissions in one claim. If more leads arrive at once, the newest get their emails first. */
const submissionsAtOnce = 100

/** A call while it sends adds rows and brings the newer database client. `done` never rejects. */
export function createDeliver<Row extends OutboxRow>(
  claim: Claim<Row>,
  send: (row: Row) => Promise<SendResult>,
  options: DeliverOptions = {},
): Deliver {
  const { ending, settleWithinMs = 80_000, settlePauseMs = 1000 } = options
  const submissions = new Set<string>()
  let sweep: Scope | undefined
  let isBusy = false
  let latest: LeadDatabase

  function nextScope(): Scope | undefined {
    if (sweep || submissions.size === 0) return sweep
    return { submissions: [...submissions].slice(-submissionsAtOnce) }
  }

  // The `sweep` of a newer one is a different object, so it stays.
  function remove(scope: Scope) {
    if ('submissions' in scope) for (const id of scope.submissions) submissions.delete(id)
    else if (sweep === scope) sweep = undefined
  }

  async function work(tally: Tally) {
    isBusy = true
    try {
      for (let scope = nextScope(); scope && !ending?.aborted; scope = nextScope()) {
        const rows = await claim(latest, scope)
        for (const became of await Promise.all(rows.map(deliverOne))) tally[became] += 1
        if (rows.length === 0) remove(scope)
      }
    } catch (error) {
      log('error', 'delivery_stopped', { reason: reasonOf(error) })
    } finally {
      // The next sweep sends what is left.
      submissions.clear()
      sweep = undefined
      isBusy = false
    }
  }

  async function deliverOne(row: Row): Promise<keyof Tally> {
    const result = await send(row)
    const { error, codes, rest } = result.outcome === 'sent' ? { error: null, codes: null } : result
    // A row without a stored outcome is sent again after its lease.
    const status = await keepTrying(() => latest.settle(row, result.outcome, error, rest), {
      withinMs: settleWithinMs,
      pauseMs: settlePauseMs,
      ending,
    })
    const became = status === 'pending' ? 'deferred' : (status ?? 'lost')
    const { id, kind, attempt, submission_id: submission } = row
    const event = `${kind === 'webhook' || kind === 'ad' ? kind : 'mail'}_${became}`
    log(became === 'failed' ? 'error' : 'info', event, { id, kind, attempt, submission, reason: codes })
    return became
  }

  return (database, scope) => {
    if ('submissions' in scope) for (const id of scope.submissions) submissions.add(id)
    else sweep = scope
    latest = database
    const tally: Tally = { sent: 0, deferred: 0, failed: 0, lost: 0 }
    return { tally, done: isBusy ? Promise.resolve() : work(tally) }
  }
}
