import { type Lead, leadListSchema } from './lead.ts'
import type { Desk } from './open-desk.ts'

/** The arguments of the SQL function desk.list_leads that choose leads; one that is null or missing does not restrict. */
export type Filter = Partial<
  Record<
    | 'search'
    | 'since'
    | 'until'
    | 'source'
    | 'variant'
    | 'mail_state'
    | 'number'
    | 'consent'
    | 'kind'
    | 'chosen'
    | 'sort',
    string | null
  >
>

// More of them take more memory and are hardly faster.
const pageLength = 250

/** Reads one page of the leads that a filter chooses: at its newest, or where `before` or `after` says; throws a DeskError. */
export async function readPage(desk: Desk, filter: Filter, place: Record<string, unknown>) {
  return leadListSchema.parse(await desk.call('list_leads', { ...filter, ...place }))
}

/** Reads the leads that a filter chooses page by page, the newest first, at most so many; throws a DeskError. */
export async function* readLeads(
  desk: Desk,
  filter: Filter,
  atMost = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ leads: Lead[]; older: string | null }> {
  let [before, left]: [string | null, number] = [null, atMost]
  do {
    const page = await readPage(desk, filter, { before, max_rows: Math.min(left, pageLength) })
    yield page
    left -= page.leads.length
    before = page.older
  } while (before !== null && left > 0)
}
