import { type Lead, leadListSchema } from './lead.ts'
import type { Desk } from './open-desk.ts'

/** The arguments of the SQL function desk.list_leads that choose leads. A null or missing argument does not restrict. */
export type Filter = Record<string, string | null>

// Longer pages take more memory and are hardly faster.
const pageLength = 250

/** Reads one page of the leads that a filter chooses: the newest, or the page at `before` or `after`. Throws a DeskError. */
export async function readPage(desk: Desk, filter: Filter, place: Record<string, unknown>) {
  return leadListSchema.parse(await desk.call('list_leads', { ...filter, ...place }))
}

/** Reads at most `atMost` leads that a filter chooses, page by page, the newest first. Throws a DeskError. */
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
