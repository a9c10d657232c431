import type { Context } from 'hono'
import { readList } from '../../core/leads.ts'
import { mostCounted, tellCount } from '../format/amounts.ts'
import type { NewCount } from '../parts/new-people.tsx'
import { filtersOf, selectionOf } from './filters.ts'
import type { App } from './page.ts'

/** GET /new?seen=: JSON with how many people who pass the filters came since `seen`. */
export async function countNew({ desk }: Pick<App, 'desk'>, context: Context) {
  const query = context.req.query()
  const { filters } = selectionOf(filtersOf(query))
  const seen = new Date(query.seen ?? '')
  if (Number.isNaN(seen.valueOf())) return context.json<NewCount>({ text: '' })
  const since = [seen.toISOString(), filters.since ?? ''].sort().at(-1) ?? null
  const found = await readList(
    desk,
    { filters: { ...filters, since } },
    { max_rows: 1, max_count: mostCounted },
  )
  return context.json<NewCount>({ text: found.count ? tellCount(found).replace(/ (?=p)/, ' new ') : '' })
}
