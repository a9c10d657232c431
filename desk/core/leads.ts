import { toSearch } from '../../supabase/functions/_shared/phone.ts'
import { type Lead, leadListSchema } from './lead.ts'
import { mailStates } from './mail-words.ts'
import type { Desk } from './open-desk.ts'

/**
 * The filter arguments of the SQL function desk.list_leads. If an argument is null or missing, the list is not
 * filtered by it.
 */
export type Filter = Record<string, string | null>

/** The values of each filter of the list, with their labels. The SQL function desk.list_leads accepts the same values. */
export const choices = {
  number: { valid: 'valid', invalid: 'not valid', confirmed: 'confirmed by mail' },
  consent: {
    'may-be-texted': 'may be texted',
    none: 'none',
    asked: 'asked to confirm',
    given: 'given',
    confirmed: 'confirmed by mail',
    withdrawn: 'withdrawn',
    stopped: 'number stopped',
  },
  mailbox: { 'gets-emails': 'gets emails', 'no-more-emails': 'no more emails' },
  calls: { none: 'not called yet', today: 'to call today' },
  outcome: { open: 'open', won: 'won', lost: 'lost' },
  // How much of the video they watched by the link in their mail.
  watched: {
    25: '25 % or more',
    50: '50 % or more',
    75: '75 % or more',
    100: 'to the end',
    none: 'less than 25 %',
  },
  kind: { person: 'people', bot: 'suspected bots', preview: 'previews' },
  mails: mailStates,
}

export const choiceNames = Object.keys(choices) as (keyof typeof choices)[]

/** What is said of the results of a search if there are older leads than those inside whose names it looks. */
export const searchNote = 'Beyond the newest 10,000 leads, only the beginnings of names are searched.'

// Longer pages would need more memory and would hardly be faster.
const pageLength = 250

/** If the search is a phone number, returns the filter with the number as the database finds it. */
export const withNumber = (filter: Filter): Filter => ({
  ...filter,
  ...(filter.search && { search: toSearch(filter.search) }),
})

/**
 * Reads one page of the leads that pass a filter. `place` has the cursor `before` or `after`. If `place` has no
 * cursor, reads the first page.
 */
export async function readPage(desk: Desk, filter: Filter, place: Record<string, unknown>) {
  return leadListSchema.parse(await desk.call('list_leads', { ...withNumber(filter), ...place }))
}

/** Reads the newest `atMost` leads that pass a filter, page by page. Throws a DeskError. */
export async function* readLeads(
  desk: Desk,
  filter: Filter,
  atMost = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ leads: Lead[]; older: string | null; is_cut: boolean }> {
  let [before, left]: [string | null, number] = [null, atMost]
  do {
    const page = await readPage(desk, filter, { before, max_rows: Math.min(left, pageLength) })
    yield page
    left -= page.leads.length
    before = page.older
  } while (before !== null && left > 0)
}
