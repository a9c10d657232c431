import type { Chain } from './chain.ts'
import { waitUntil } from './wait-until.ts'

/** Waits until no mail is owed any more and tells how many seconds that took. */
export function outboxEmpty(chain: Pick<Chain, 'query'>, withinMs = 180_000) {
  return waitUntil('the outbox is empty', withinMs, async () => {
    const [row] = await chain.query<{ owed: number }>(
      `select count(*) as owed from public.lead_emails where status in ('pending', 'sending')`,
    )
    return row?.owed === 0
  })
}
