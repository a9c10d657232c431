import { type Lead, leadListSchema } from '../lead.ts'
import type { Desk } from '../open-desk.ts'

/** The arguments of the SQL function desk.list_leads that choose leads; one that is missing does not restrict. */
export type Filter = {
  search?: string | undefined
  since?: string | undefined
  until?: string | undefined
  campaign?: string | undefined
  variant?: string | undefined
  mail_state?: string | undefined
}

// More of them take more memory and are hardly faster.
const pageLength = 250

/** Reads one page of the leads that a filter chooses: at its newest, or where `before` or `after` says; throws a DeskError. */
export async function readPage(desk: Desk, filter: Filter, place: Record<string, unknown>) {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return leadListSchema.parse(await desk.call('list_leads', { ...Object.fromEntries(given), ...place }))
}

/** Reads the leads that a filter chooses page by page, the newest first, at most so many; throws a DeskError. */
export async function* readLeads(
  desk: Desk,
  filter: Filter,
  atMost: number,
): AsyncGenerator<{ leads: Lead[]; hasMore: boolean }> {
  let left = atMost
  let place: Record<string, unknown> = {}
  for (;;) {
    const { leads, older } = await readPage(desk, filter, { ...place, max_rows: Math.min(left, pageLength) })
    left -= leads.length
    yield { leads, hasMore: older !== null }
    if (older === null || left === 0) return
    place = { before: older }
  }
}

/** Returns when the oldest of the leads that a filter chooses was stored; undefined when there is none. */
export async function readOldestTime(desk: Desk, filter: Filter): Promise<string | undefined> {
  const beginning = '0001-01-01_00000000-0000-0000-0000-000000000000'
  const { leads } = await readPage(desk, filter, { after: beginning, max_rows: 1 })
  return leads[0]?.created_at
}
