import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { writeCsv } from '../cli/csv.ts'
import { readLeads } from '../cli/read-leads.ts'
import type { Desk } from '../open-desk.ts'
import { argumentsOf, filtersOf } from './filters.ts'

/** GET /leads.csv: all persons that the filters of the list leave, as CSV; the first page is read before it answers. */
export async function exportLeads(desk: Desk, context: Context) {
  const filter = argumentsOf(filtersOf(context.req.query()))
  const pages = readLeads(desk, filter, Number.POSITIVE_INFINITY)
  const first = await pages.next()
  async function* leads() {
    if (!first.done) yield first.value.leads
    for await (const page of pages) yield page.leads
  }
  const day = new Date().toISOString().slice(0, 10)
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename="leads-${day}.csv"`)
  return context.body(
    Readable.toWeb(Readable.from(writeCsv(leads()), { objectMode: false })) as ReadableStream,
  )
}
