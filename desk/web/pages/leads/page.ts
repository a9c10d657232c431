import type { Context } from 'hono'
import { readPage, searchNote } from '../../../core/leads.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { sourceOf } from '../../../core/words.ts'
import { mostCounted, readAttention, renderAmount } from '../../server/attention.ts'
import type { Interface } from '../../server/build-interface.ts'
import { filtersOf, listQuery, selectionOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { replyView } from '../../server/reply-view.ts'
import { periodOf, shellOf } from '../../server/shell.ts'
import {
  chipsOf,
  choicesOf,
  headingsOf,
  nobodyOf,
  originsSchema,
  sourceChoicesOf,
  tabsOf,
} from './choices.ts'
import { pagesOf } from './pages.ts'
import { contactOf, rowOf } from './row.ts'

/** GET /leads: lists the persons that pass the filters, 50 per page. */
export async function listLeads(desk: Desk, context: Context, ui: Interface) {
  const query = context.req.query()
  const { before, after } = query
  const typed = filtersOf(query)
  const asked = desk.call('list_origins').then((origins) => originsSchema.parse(origins))
  // Only a source without its kind must be looked up before the people are.
  const isVague = typed.source !== '' && typed.source !== 'direct' && !typed.source.includes(':')
  const filters = isVague ? { ...typed, source: sourceOf(typed.source, (await asked).sources) } : typed
  const period = readPeriod(query, 'all')
  const [{ leads, older, newer, count, is_cut: isCut }, attention, origins] = await Promise.all([
    readPage(desk, selectionOf(filters), {
      ...(before && { before }),
      ...(after && { after }),
      max_count: mostCounted,
    }),
    readAttention(desk),
    asked,
  ])
  const { days, from, to, sort, ...others } = filters
  const stopped = filters.mails === 'failed' || filters.mails === 'held' ? filters.mails : undefined
  const list = listQuery({ ...query, source: filters.source })
  const people = count === null ? '' : renderAmount(count)
  return replyView(context, ui, {
    page: 'leads',
    shell: shellOf({
      title: 'Leads',
      path: '/leads',
      period,
      attention,
      choose: periodOf('/leads', period, { ...others, sort }, true),
      notice: query.touched ?? query.notice,
    }),
    props: {
      tabs: tabsOf(filters, attention),
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
      note: isCut ? searchNote : '',
    },
  })
}
