import { readPage } from '../../../core/leads.ts'
import { dateOf, startOf } from '../../../core/period.ts'
import { readPerson } from '../../../core/person.ts'
import { noteKinds } from '../../../core/words.ts'
import { mostCounted, renderAmount } from '../../server/attention.ts'
import { withQuery } from '../../server/form.ts'
import { page } from '../../server/page.ts'
import { tellBy } from '../../server/tell-by.ts'
import { tellTime } from '../../server/when.ts'

const mostNotes = 5

/**
 * GET /calls: shows one person of those to call today. `before` is the place in the list to which the operator has
 * skipped.
 */
export const showCalls = page({
  view: 'calls',
  title: 'Call today',
  room: 'leads',
  async read({ desk, context, query: { before = '', notice = '' } }) {
    const today = dateOf(new Date())
    const due = { filters: { calls: 'today' } }
    const [{ leads, older }, { count }] = await Promise.all([
      readPage(desk, due, { ...(before && { before }), max_rows: 1 }),
      readPage(desk, due, { max_rows: 1, max_count: mostCounted }),
    ])
    const [lead] = leads
    // Whoever was skipped comes again at the end.
    if (!lead && before) return context.redirect(withQuery('/calls', { notice }), 303)
    const person = lead && (await readPerson(desk, { id: lead.id }))
    return {
      props: {
        list: '/leads?calls=today',
        ...(person && {
          left: `${renderAmount(count ?? 0)} to call`,
          head: person,
          href: `/leads/${person.id}`,
          notes: person.notes.slice(0, mostNotes).map(({ id, kind, words, author, created_at: at }) => ({
            id,
            title: `${(noteKinds[kind] ?? kind).replace(/^./, (first) => first.toUpperCase())}, ${tellTime(at)}, ${tellBy(author)}`,
            words,
          })),
          ...(older && { skip: withQuery('/calls', { before: older }) }),
          values: {
            person: person.id,
            name: person.name || person.email,
            known: person.call_again_on ?? '',
            before,
          },
          first: dateOf(startOf(today, 1)),
          day: dateOf(startOf(today, 7)),
        }),
      },
    }
  },
})
