import { waitUntil } from '../../kit/wait-until.ts'
import type { Chain } from './chain.ts'

type Outbox = Pick<Chain, 'query'>

/**
 * Raises the limits on emails and IP addresses, as an operator can do. All experiments need this, except
 * those that test abuse.
 */
export const liftLimits = (chain: Outbox) =>
  chain.query(`update private.lead_settings set visitor_mails_per_minute = 1000000, ip_hold_after = 1000000,
    day_hold_after = 1000000, day_refuse_after = 1000000, pair_hold_after = 1000000, busy_after = 1000000, owner_mails_per_hour = 1000000`)

/** Counts the emails in the outbox that meet an SQL condition. */
export async function countMails(chain: Outbox, condition: string): Promise<number> {
  const [row] = await chain.query<{ count: number }>(
    `select count(*) as count from private.outbox where ${condition}`,
  )
  return row?.count ?? Number.NaN
}

/**
 * Waits until no email meets the condition any more, and returns how many seconds that took. If it takes too
 * long, it throws an error that contains `what`.
 */
export const untilNoMail = (chain: Outbox, what: string, condition: string, withinMs = 180_000) =>
  waitUntil(what, withinMs, async () => (await countMails(chain, condition)) === 0)

export const unsent = `status in ('pending', 'sending')`

/**
 * Waits until all emails in the outbox are sent, and returns how many seconds that took. If it takes too
 * long, it throws an error.
 */
export const outboxEmpty = (chain: Outbox, withinMs?: number) =>
  untilNoMail(chain, 'the outbox is empty', unsent, withinMs)
