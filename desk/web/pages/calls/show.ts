import { readList } from '../../../core/leads.ts'
import { readPerson } from '../../../core/person.ts'
import { mostCounted } from '../../format/amounts.ts'
import { showPage } from '../../server/show-page.ts'
import type { CallsPageProps } from './view.tsx'

/** GET /calls: `before` is how far the operator has skipped in the list. */
export const showCalls = showPage<CallsPageProps>({
  async read({ desk, query: { before: place = '' } }) {
    const due = { filters: { calls: 'today' } }
    const [skipped, all] = await Promise.all([
      readList(desk, due, { ...(place && { before: place }), max_rows: 1 }),
      readList(desk, due, { max_rows: 1, max_count: mostCounted }),
    ])
    // Skipped people come again at the end.
    const isEnd = skipped.leads.length === 0
    const [before, shown] = isEnd ? ['', all] : [place, skipped]
    const { leads, older } = shown
    const [lead] = leads
    const person = lead && (await readPerson(desk, { id: lead.id }))
    return { props: { person, count: all.count ?? 0, before, older } }
  },
})
