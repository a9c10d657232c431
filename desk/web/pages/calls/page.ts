import type { Context } from 'hono'
import { readPage } from '../../../core/leads.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { dateOf, readPeriod, startOf } from '../../../core/period.ts'
import { readPerson } from '../../../core/person.ts'
import { noteKinds } from '../../../core/words.ts'
import { mostCounted, readAttention, renderAmount } from '../../server/attention.ts'
import type { Interface } from '../../server/build-interface.ts'
import { withQuery } from '../../server/form.ts'
import { replyView } from '../../server/reply-view.ts'
import { shellOf } from '../../server/shell.ts'
import { tellTime } from '../../server/when.ts'
import { headOf } from '../person/page.ts'

const mostNotes = 5

/**
 * GET /calls: shows one person of those to call today. `before` is the place in the list to which the operator has
 * skipped.
 */
export async function showCalls(desk: Desk, context: Context, ui: Interface) {
  const { before = '', notice } = context.req.query()
  const today = dateOf(new Date())
  const due = { filters: { calls: 'today' } }
  const [{ leads, older }, { count }, attention] = await Promise.all([
    readPage(desk, due, { ...(before && { before }), max_rows: 1 }),
    readPage(desk, due, { max_rows: 1, max_count: mostCounted }),
    readAttention(desk),
  ])
  const [lead] = leads
  // Whoever was skipped comes again at the end.
  if (!lead && before) return context.redirect(withQuery('/calls', { notice: notice ?? '' }), 303)
  const person = lead && (await readPerson(desk, { id: lead.id }))
  return replyView(context, ui, {
    page: 'calls',
    shell: shellOf({
      title: 'Call today',
      path: '/leads',
      period: readPeriod({}, 'all'),
      attention,
      notice,
    }),
    props: {
      list: '/leads?calls=today',
      ...(person && {
        left: `${renderAmount(count ?? 0)} to call`,
        head: { ...headOf(person), name: person.name || person.email },
        href: `/leads/${person.id}`,
        notes: person.notes.slice(0, mostNotes).map(({ id, kind, words, author, created_at: at }) => ({
          id,
          title: `${(noteKinds[kind] ?? kind).replace(/^./, (first) => first.toUpperCase())}, ${tellTime(at)}, by ${author}`,
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
  })
}
