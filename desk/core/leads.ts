import * as z from 'zod/mini'
import { toSearch } from '../../supabase/functions/_shared/phone.ts'
import { consentWords } from './consent-words.ts'
import { type Lead, leadListSchema } from './lead.ts'
import { mailStates } from './mail-words.ts'
import type { Desk } from './open-desk.ts'
import { dateOf } from './period.ts'

/** A filter that is null or missing does not filter. */
type Filter = {
  search?: string | null
  since?: string | null
  chosen?: string[] | null
  [name: string]: string | string[] | null | undefined
}

/** Without `sort`, the newest come first. */
export type Selection = { filters: Filter; sort?: string }

/**
 * For the desk and the command: the help about each filter, and its values with their labels. The SQL
 * function private.read_filter accepts the same.
 */
export const choices = {
  number: {
    about: 'by phone number',
    values: { valid: 'valid', invalid: 'not valid', confirmed: 'confirmed by email' },
  },
  consent: {
    about: 'by the state of the consent',
    values: {
      'may-be-texted': 'may be texted',
      ...consentWords,
    },
  },
  mailbox: {
    about: 'by whether the mailbox gets emails',
    values: { 'gets-emails': 'gets emails', 'no-more-emails': 'no more emails' },
  },
  calls: {
    about: 'by whether they were called, or are to be called today',
    values: { none: 'not called yet', today: 'to call today' },
  },
  outcome: { about: 'by the outcome of the lead', values: { open: 'open', won: 'won', lost: 'lost' } },
  booking: {
    about: 'by the call that they booked',
    values: {
      pressed: 'link clicked, not booked',
      booked: 'booked',
      held: 'held',
      cancelled: 'cancelled',
      'no-show': 'no-show',
    },
  },
  watched: {
    about: 'by how much of the video they watched by the link in their email',
    values: {
      25: '25 % or more',
      50: '50 % or more',
      75: '75 % or more',
      100: 'to the end',
      none: 'less than 25 %',
    },
  },
  kind: {
    about: 'people, suspected bots or previews',
    values: { person: 'people', bot: 'suspected bots', preview: 'previews' },
  },
  mails: { about: 'by an email in this state', values: mailStates },
}

export const choiceNames = Object.keys(choices) as (keyof typeof choices)[]

/** People whose call was held and has no outcome yet. */
export const callsToJudge = { booking: 'held', outcome: 'open', kind: 'person' }

/** For a search if there are leads beyond the newest ones. */
export const searchNote = 'Beyond the newest 10,000 leads, only the beginnings of names are searched.'

/** Larger lists have only the orders with an index. */
export const mostSorted = 5000

export const perPage = 50

// Longer pages need more memory and are hardly faster.
const pageLength = 250

/** A phone number becomes the form in which the database finds it, and today is the operator's day. */
export const argumentsOf = ({ filters, ...order }: Selection) => ({
  ...order,
  filters: {
    ...filters,
    ...(filters.search && { search: toSearch(filters.search) }),
    ...(filters.calls === 'today' && { today: dateOf(new Date()) }),
  },
})

/** `place` has the cursor `before` or `after`. The first page has neither. */
export const readList = (desk: Desk, selection: Selection, place: Record<string, unknown>) =>
  readPage(desk, 'list_leads', selection, place)

const readPage = async (desk: Desk, name: string, selection: Selection, place: Record<string, unknown>) =>
  leadListSchema.parse(await desk.call(name, { ...argumentsOf(selection), ...place }))

const originsSchema = z.object({
  sources: z.array(z.string()),
  variants: z.array(z.string()),
  is_cut: z.boolean(),
})

/** `is_cut` says that there are more sources. */
export type Origins = z.infer<typeof originsSchema>

/** Throws a DeskError. */
export const readOrigins = async (desk: Desk) => originsSchema.parse(await desk.call('list_origins'))

/** Page by page. `use` says for which file. Throws a DeskError. */
export async function* readLeads(
  desk: Desk,
  selection: Selection,
  { atMost = Number.POSITIVE_INFINITY, use }: { atMost?: number; use?: string } = {},
): AsyncGenerator<{ leads: Lead[]; older: string | null; is_cut: boolean }> {
  let [before, left]: [string | null, number] = [null, atMost]
  do {
    const place: Record<string, unknown> = { before, max_rows: Math.min(left, pageLength) }
    const page: z.infer<typeof leadListSchema> = await (use === undefined
      ? readList(desk, selection, place)
      : readPage(desk, 'export_leads', selection, { ...place, use }))
    yield page
    left -= page.leads.length
    before = page.older
  } while (before !== null && left > 0)
}
