import { readPage } from '../../../core/leads.ts'
import { readPerson } from '../../../core/person.ts'
import { mostCounted } from '../../server/attention.ts'
import { withQuery } from '../../server/form.ts'
import { page } from '../../server/page.ts'

/**
 * GET /calls: shows one person of those to call today. `before` is the place in the list to which the operator has
 * skipped.
 */
export const showCalls = page({
  view: 'calls',
  title: 'Calls',
  tab: 'leads',
  async read({ desk, context, query: { before = '', notice = '' } }) {
    const due = { filters: { calls: 'today' } }
    const [{ leads, older }, { count }] = await Promise.all([
      readPage(desk, due, { ...(before && { before }), max_rows: 1 }),
      readPage(desk, due, { max_rows: 1, max_count: mostCounted }),
    ])
    const [lead] = leads
    // Whoever was skipped comes again at the end.
    if (!lead && before) return context.redirect(withQuery('/calls', { notice }), 303)
    const person = lead && (await readPerson(desk, { id: lead.id }))
    return { props: { person, count: count ?? 0, before, older } }
  },
})
