import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { writeCsv } from '../core/csv.ts'
import { readLeads } from '../core/leads.ts'
import { mailStates } from '../core/mail-words.ts'
import type { Desk } from '../core/open-desk.ts'
import { argumentsOf, type Filters, filtersOf, unset } from './filters.ts'

/** GET /leads.csv: all persons that the filters of the list leave, as CSV; the first page is read before it answers. */
export async function exportLeads(desk: Desk, context: Context) {
  const filters = filtersOf(context.req.query())
  const filter = argumentsOf(filters)
  const pages = readLeads(desk, filter)
  const first = await pages.next()
  async function* leads() {
    if (!first.done) yield first.value.leads
    for await (const page of pages) yield page.leads
  }
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(nameOf(filters))}`)
  return context.body(
    Readable.toWeb(Readable.from(writeCsv(leads()), { objectMode: false })) as ReadableStream,
  )
}

/** Names the file for what was asked for, such as leads-from-2026-11-01-to-2026-11-20-campaign-autumn.csv. */
function nameOf(filters: Filters) {
  const { q: search, mails, ...others } = filters
  const words = Object.entries({
    search,
    ...others,
    mails: mailStates[mails as keyof typeof mailStates] ?? mails,
  })
    .filter(([, chosen]) => chosen !== '')
    .map(([name, chosen]) => `${name}-${chosen === unset ? 'none' : chosen}`)
  const name = (words.join('-') || 'all').replaceAll(/[^\p{L}\p{M}\p{N}.@+_-]+/gu, '-')
  return `leads-${name.slice(0, 100).toWellFormed()}.csv`
}
