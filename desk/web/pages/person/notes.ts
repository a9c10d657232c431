import { nobody } from '../../../core/desk-error.ts'
import { dateOf } from '../../../core/period.ts'
import type { Act } from '../../server/action.ts'

/** Adds a note about a person. If `remove` is set, deletes the note with this id. */
export const changeNotes: Act = async ({ desk, context, id, read }) => {
  const [kind, words, remove] = [read('kind'), read('words'), read('remove')]
  if (remove) await desk.call('remove_note', { note: remove })
  else if (kind === 'note' && words.trim() === '') nobody('A note needs words: write what was said.')
  else if (!(await desk.call('add_note', { person: id, kind, words, today: dateOf(new Date()) })))
    return context.notFound()
  return ''
}
