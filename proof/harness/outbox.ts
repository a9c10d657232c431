import type { Chain } from './chain.ts'
import { waitUntil } from './wait-until.ts'

type Outbox = Pick<Chain, 'query'>

/** Waits until no mail is owed any more and tells how many seconds that took. */
export function outboxEmpty(chain: Outbox, withinMs = 180_000) {
  return waitUntil('the outbox is empty', withinMs, () => none(chain, `status in ('pending', 'sending')`))
}

/** Waits until every mail was tried once and tells how many seconds that took. */
export function allMailsTried(chain: Outbox, withinMs: number) {
  return waitUntil('every mail was tried', withinMs, () => none(chain, `status = 'pending' and attempts = 0`))
}

async function none(chain: Outbox, condition: string): Promise<boolean> {
  const [row] = await chain.query<{ count: number }>(
    `select count(*) as count from public.lead_emails where ${condition}`,
  )
  return row?.count === 0
}
