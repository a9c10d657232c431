import { readFutile } from '../../../core/failures.ts'
import type { Lead } from '../../../core/lead.ts'
import { readPage, type Selection, searchNote } from '../../../core/leads.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { sourceOf } from '../../../core/words.ts'
import { mostCounted, renderAmount } from '../../server/attention.ts'
import { filtersOf, listQuery, selectionOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { personsOf } from '../../server/notices.ts'
import { page } from '../../server/page.ts'
import { periodOf } from '../../server/shell.ts'
import {
  chipsOf,
  choicesOf,
  headingsOf,
  nobodyOf,
  originsSchema,
  sourceChoicesOf,
  sourcesNote,
  tabsOf,
} from './choices.ts'
import { pagesOf } from './pages.ts'
import { contactOf, rowOf } from './row.ts'

/** GET /leads: lists the persons that pass the filters, 50 per page. */
export const listLeads = page({
  view: 'leads',
  room: 'leads',
  choose(query) {
    const { days: _, from: __, to: ___, ...others } = filtersOf(query)
    return periodOf('/leads', readPeriod(query, 'all'), others, true)
  },
  async read({ desk, query, attention }) {
    const { before, after } = query
    const typed = filtersOf(query)
    const wanted = selectionOf(typed)
    const asked = desk.call('list_origins').then((origins) => originsSchema.parse(origins))
    // Only a source without its kind must be looked up before the people are.
    const isVague = typed.source !== '' && typed.source !== 'direct' && !typed.source.includes(':')
    const filters = isVague ? { ...typed, source: sourceOf(typed.source, (await asked).sources) } : typed
    const selected = { ...wanted, filters: { ...wanted.filters, source: filters.source || null } }
    const [{ leads, older, newer, count, is_cut: isCut }, origins, waiting, futile] = await Promise.all([
      readPage(desk, selected, {
        ...(before && { before }),
        ...(after && { after }),
        max_count: mostCounted,
      }),
      asked,
      attention,
      filters.mails === 'failed' ? readFutile(desk) : [],
    ])
    const { days, from, to, sort } = filters
    const stopped = filters.mails === 'failed' || filters.mails === 'held' ? filters.mails : undefined
    const list = listQuery({ ...query, source: filters.source })
    const people = count === null ? '' : renderAmount(count)
    return {
      props: {
        tabs: tabsOf(filters, waiting),
        search: filters.q,
        source: sourceChoicesOf(filters, origins.sources),
        filters: choicesOf(filters, origins.variants),
        chips: chipsOf(filters),
        keep: { days, from, to, sort },
        summary: people && (filters.touched ? `${people} were touched` : people),
        exports: withQuery('/exports', filters),
        ...(filters.calls === 'today' && leads.length > 0 && { calls: '/calls' }),
        ...(filters.mails === 'failed' && { causes: '/mails' }),
        ...(filters.consent && { texting: '/texting' }),
        headings: headingsOf(filters),
        rows: leads.map((lead) => rowOf(lead, list)),
        ...(leads.length === 0 && { nobody: nobodyOf(filters) }),
        list,
        bulk: {
          ...(stopped && { status: stopped }),
          ...(people && { everybody: people }),
          ...(futile.length > 0 &&
            (await helpedOf(desk, selected, { futile, touched: personsOf(filters.touched), leads, count }))),
          hasMore: newer !== null || older !== null,
          contacts: Object.fromEntries(leads.map((lead) => [lead.id, contactOf(lead)])),
        },
        // Somebody new can be on the first page of the newest only.
        ...(!filters.touched && {
          fresh: {
            ask: withQuery('/new', { ...filters, seen: new Date().toISOString() }),
            href: withQuery('/leads', { ...filters, sort: '' }),
          },
        }),
        pages: pagesOf(filters, { newer, older, count }, Number(query.page)),
        note: [isCut && searchNote, origins.is_cut && sourcesNote].filter(Boolean).join(' '),
      },
    }
  },
})

/** The people of a page of the list, and whom sending again does not help. `touched` are all that the list may have. */
type Failed = { futile: string[]; touched: string[] | null; leads: Lead[]; count: number | null }

/**
 * Returns whom of the list it may help to send failed mails again, in words, and whom of this page it does not.
 */
async function helpedOf(desk: Desk, selected: Selection, { futile, touched, leads, count }: Failed) {
  const among = new Set(touched ?? futile)
  const filters = { ...selected.filters, chosen: futile.filter((id) => among.has(id)) }
  const { count: left } = await readPage(desk, { filters }, { max_rows: 1, max_count: mostCounted })
  const helped = count === null || left === null ? null : count - left
  return {
    futile: leads.map(({ id }) => id).filter((id) => futile.includes(id)),
    ...(helped !== null && { helped: helped > 0 ? renderAmount(helped) : '' }),
  }
}
