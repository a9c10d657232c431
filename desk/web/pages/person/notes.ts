import type { Context } from 'hono'
import type { Desk } from '../../../core/open-desk.ts'
import { dateOf } from '../../../core/period.ts'
import { listOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'

/** POST /leads/<id>/notes: adds a note about a person. If `remove` is set, deletes the note with this id. */
export async function changeNotes(desk: Desk, context: Context) {
  const id = context.req.param('id') ?? ''
  const { kind, words = '', remove, list } = await context.req.parseBody()
  if (remove) await desk.call('remove_note', { note: remove })
  else if (kind === 'note' && String(words).trim() === '')
    return context.redirect(
      withQuery(`/leads/${id}`, {
        list: listOf(list),
        notice: keepNotice('A note needs words: write what was said.'),
      }),
      303,
    )
  else if (!(await desk.call('add_note', { person: id, kind, words, today: dateOf(new Date()) })))
    return context.notFound()
  return context.redirect(withQuery(`/leads/${id}`, { list: listOf(list) }), 303)
}
