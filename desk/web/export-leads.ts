import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { writeCsv } from '../core/csv.ts'
import { readLeads } from '../core/leads.ts'
import type { Desk } from '../core/open-desk.ts'
import { dateOf } from '../core/period.ts'
import { argumentsOf, filtersOf } from './filters.ts'

/** GET /leads.csv: all persons that pass the list's filters, as CSV. The first page is read before the answer begins. */
export async function exportLeads(desk: Desk, context: Context) {
  const pages = readLeads(desk, argumentsOf(filtersOf(context.req.query())))
  const first = await pages.next()
  async function* leads() {
    if (!first.done) yield first.value.leads
    for await (const page of pages) yield page.leads
  }
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename="leads-${dateOf(new Date())}.csv"`)
  return context.body(
    Readable.toWeb(Readable.from(writeCsv(leads()), { objectMode: false })) as ReadableStream,
  )
}
