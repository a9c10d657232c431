import { readFutile } from '../../../core/failures.ts'
import type { LeadList } from '../../../core/lead.ts'
import { perPage, readList, readOrigins, type Selection } from '../../../core/leads.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPeriod } from '../../../core/period.ts'
import { digestOf } from '../../../core/requeue.ts'
import { sourceOf } from '../../../core/words.ts'
import { mostCounted } from '../../format/amounts.ts'
import { filtersOf, listQuery, selectionOf } from '../../server/filters.ts'
import { periodOf } from '../../server/shell.ts'
import { showPage } from '../../server/show-page.ts'
import type { Help } from './bulk.ts'
import type { LeadsProps } from './view.tsx'

/** GET /leads: lists the persons that pass the filters, page by page. */
export const listLeads = showPage<LeadsProps>({
  choose(query) {
    const { days: _, from: __, to: ___, ...others } = filtersOf(query)
    return periodOf('/leads', readPeriod(query, 'all'), others, true)
  },
  async read({ desk, query, attention }) {
    const { before, after } = query
    const typed = filtersOf(query)
    const wanted = selectionOf(typed)
    const asked = readOrigins(desk)
    // Only a source without its kind must be looked up before the people are.
    const isVague = typed.source !== '' && typed.source !== 'direct' && !typed.source.includes(':')
    const filters = isVague ? { ...typed, source: sourceOf(typed.source, (await asked).sources) } : typed
    const selected = { ...wanted, filters: { ...wanted.filters, source: filters.source || null } }
    const isUnsent = filters.mails === 'failed' || filters.mails === 'held'
    const [found, origins, waiting, futile, seen] = await Promise.all([
      readList(desk, selected, {
        ...(before && { before }),
        ...(after && { after }),
        max_rows: perPage,
        max_count: mostCounted,
      }),
      asked,
      attention,
      filters.mails === 'failed' ? readFutile(desk) : [],
      isUnsent ? digestOf(desk, selected) : '',
    ])
    return {
      props: {
        filters,
        found,
        origins,
        attention: waiting,
        list: listQuery({ ...query, source: filters.source }),
        page: Number(query.page),
        seen,
        ...(futile.length > 0 && {
          help: await helpOf(desk, selected, { futile, found }),
        }),
      },
    }
  },
})

/** Whom sending again does not help, and a page of the list. */
type Failed = { futile: string[]; found: LeadList }

/** Returns how many of the list it may help to send failed mails again, and whom of this page it does not. */
async function helpOf(
  desk: Desk,
  selected: Selection,
  { futile, found: { leads, count } }: Failed,
): Promise<Help> {
  const filters = { ...selected.filters, chosen: futile }
  const { count: left } = await readList(desk, { filters }, { max_rows: 1, max_count: mostCounted })
  return {
    futile: leads.map(({ id }) => id).filter((id) => futile.includes(id)),
    ...(count !== null && left !== null && { helped: count - left }),
  }
}
