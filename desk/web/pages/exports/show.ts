import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { DeskError } from '../../../core/desk-error.ts'
import { asksForAll, countExports, type Use, writeExport } from '../../../core/exports.ts'
import type { Selection } from '../../../core/leads.ts'
import { dateOf, datesOf, readPeriod } from '../../../core/period.ts'
import { mostCounted } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import { filtersOf, listOf, selectionOf } from '../../server/filters.ts'
import type { App } from '../../server/page.ts'
import { periodOf } from '../../server/shell.ts'
import { showPage } from '../../server/show-page.ts'
import { files } from './files.ts'
import type { ExportsProps } from './view.tsx'

const chosenOf = (context: Context) => (context.req.queries('lead') ?? []).flatMap((ids) => ids.split(','))

/** The chosen people (`lead`), or else those of the list. */
function selectedBy(context: Context): Selection {
  const chosen = chosenOf(context)
  return chosen.length > 0 ? { filters: { chosen } } : selectionOf(filtersOf(context.req.query()))
}

/** GET /exports */
export const showExports = showPage<ExportsProps>({
  choose(query, context) {
    if (chosenOf(context).length > 0) return undefined
    const { days: _, from: __, to: ___, ...others } = filtersOf(query)
    return periodOf('/exports', readPeriod(query, ''), others, true)
  },
  async read({ desk, context, query }) {
    if (query.all)
      return context.redirect(
        withQuery('/exports', Object.fromEntries(new URLSearchParams(listOf(query.list)))),
      )
    const selection = selectedBy(context)
    return {
      props: {
        chosen: chosenOf(context),
        filters: filtersOf(query),
        counts: await countExports(desk, selection, mostCounted),
        hasAll: asksForAll(selection),
      },
    }
  },
})

/**
 * GET /leads.csv: the file for a use (`for`). Reads the first page before it answers, so that an error can be
 * shown.
 */
export async function exportLeads({ desk }: App, context: Context) {
  const query = context.req.query()
  const { for: use = 'everything', conversion = 'Lead', sale = 'Sale' } = query
  if (!Object.hasOwn(files, use)) throw new DeskError('22023', 'There is no such file to download.')
  const text = writeExport(desk, selectedBy(context), { use: use as Use, conversion, sale })[
    Symbol.asyncIterator
  ]()
  const first = await text.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => text }
  }
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename="${fileName(context, use)}"`)
  return context.body(Readable.toWeb(Readable.from(all(), { objectMode: false })) as ReadableStream)
}

/** Has its days: leads-sms-2026-10-29-to-2026-11-27.csv */
function fileName(context: Context, use: string) {
  const { first, last } = datesOf(readPeriod(context.req.query(), ''))
  const days = chosenOf(context).length > 0 ? ['chosen'] : first ? [first, 'to'] : ['until']
  return `${['leads', ...(use === 'everything' ? [] : [use]), ...days, last || dateOf(new Date())].join('-')}.csv`
}
