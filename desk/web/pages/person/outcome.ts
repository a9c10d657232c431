import type { Context } from 'hono'
import { grouped } from '../../../core/figures.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { readPerson, setOutcome } from '../../../core/person.ts'
import { listOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'

const words: Record<string, string> = { open: 'Open again.', won: 'Won', lost: 'Lost.' }

/**
 * POST /leads/<id>/outcome: stores what became of a person. `known` is the time of the outcome that the page showed, so
 * that an old page changes nothing. The next page offers to take it back, which posts the old outcome with its time as
 * `at`.
 */
export async function changeOutcome(desk: Desk, context: Context) {
  const id = context.req.param('id') ?? ''
  const list = listOf(context.req.query('list'))
  const form = await context.req.parseBody()
  const read = (field: string) => String(form[field] ?? '')
  const [outcome, at, known] = [read('outcome'), read('at'), read('known')]
  const value = outcome === 'won' && read('value') !== '' ? Number(read('value')) : null
  const back = (notice: string) => context.redirect(withQuery(`/leads/${id}`, { list, notice }), 303)
  if (!Object.hasOwn(words, outcome) || Number.isNaN(value) || Number(value) < 0 || Number(value) >= 1e10)
    return back(keepNotice('Nothing was changed: a value is a plain number, such as 1200.50.'))
  const before = await readPerson(desk, { id })
  const isDone = await setOutcome(desk, id, { outcome, value, ...(at && { set_at: at }) }, known || null)
  if (!isDone)
    return back(keepNotice('Nothing was changed: somebody else has set the outcome in the meantime.'))
  if (at || read('is_undo')) return back(keepNotice('The outcome is as before.'))
  const now = await readPerson(desk, { id })
  const worth = outcome === 'won' ? (value === null ? '.' : `, worth ${grouped(value)}.`) : ''
  return back(
    keepNotice(`${words[outcome]}${worth}`, null, {
      action: withQuery(`/leads/${id}/outcome`, { list }),
      values: {
        outcome: before.outcome,
        value: String(before.outcome_value ?? ''),
        at: before.outcome_at ?? '',
        known: now.outcome_at ?? '',
        is_undo: 'yes',
      },
    }),
  )
}
