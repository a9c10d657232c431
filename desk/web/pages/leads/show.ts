import { readFutile } from '../../../core/failures.ts'
import type { LeadList } from '../../../core/lead.ts'
import { perPage, readList, readOrigins, type Selection } from '../../../core/leads.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { digestOf } from '../../../core/requeue.ts'
import { sourceOf } from '../../../core/words.ts'
import { readTarget } from '../../../doctor/target.ts'
import { mostCounted } from '../../format/amounts.ts'
import { type Filters, filtersOf, listQuery, selectionOf } from '../../server/filters.ts'
import { periodOf } from '../../server/shell.ts'
import { showPage } from '../../server/show-page.ts'
import type { Help } from './bulk.ts'
import { readOwn } from './own.ts'
import type { LeadsProps } from './view.tsx'
import { waysOn, wayTo } from './ways-on.ts'

/** GET /leads */
export const listLeads = showPage<LeadsProps>({
  choose(query) {
    const { days: _, from: __, to: ___, ...others } = filtersOf(query)
    return periodOf('/leads', readPeriod(query, ''), others, true)
  },
  async read({ desk, variables, query, attention }) {
    const { before, after } = query
    const typed = filtersOf(query)
    const wanted = selectionOf(typed)
    const asked = readOrigins(desk)
    // Only a source without its kind is looked up first.
    const isVague = typed.source !== '' && typed.source !== 'direct' && !typed.source.includes(':')
    const filters = isVague ? { ...typed, source: sourceOf(typed.source, (await asked).sources) } : typed
    const selected = { ...wanted, filters: { ...wanted.filters, source: filters.source || null } }
    const isUnsent = filters.mails === 'failed' || filters.mails === 'held'
    const rows = Number(query.rows)
    const [found, origins, waiting, own, futile, seen] = await Promise.all([
      readList(desk, selected, {
        ...(before && { before }),
        ...(after && { after }),
        max_rows: rows > 0 && rows < perPage ? Math.floor(rows) : perPage,
        max_count: mostCounted,
      }),
      asked,
      attention,
      readOwn(desk),
      filters.mails === 'failed' ? readFutile(desk) : [],
      isUnsent ? digestOf(desk, selected) : '',
    ])
    return {
      props: {
        filters,
        found,
        origins,
        attention: waiting,
        own,
        list: listQuery({ ...query, source: filters.source }),
        page: Number(query.page),
        seen,
        ...(futile.length > 0 && {
          help: await helpOf(desk, selected, { futile, found }),
        }),
        ...(found.leads.length === 0 && { way: await wayOf(desk, filters) }),
        site: readTarget(variables).siteUrl,
      },
    }
  },
})

/** The nearest list that has somebody, if there is anybody at all. */
async function wayOf(desk: Desk, filters: Filters) {
  for (const { label, filters: wider } of waysOn(filters)) {
    const { leads } = await readList(desk, selectionOf(wider), { max_rows: 1 })
    if (leads.length > 0) return wayTo(label, wider)
  }
  return undefined
}

type Failed = { futile: string[]; found: LeadList }

async function helpOf(
  desk: Desk,
  selected: Selection,
  { futile, found: { leads, count, count_is: is } }: Failed,
): Promise<Help> {
  const filters = { ...selected.filters, chosen: futile }
  const { count: left, count_is: leftIs } = await readList(
    desk,
    { filters },
    { max_rows: 1, max_count: mostCounted },
  )
  return {
    futile: leads.map(({ id }) => id).filter((id) => futile.includes(id)),
    ...(count !== null && left !== null && is === 'exact' && leftIs === 'exact' && { helped: count - left }),
  }
}
