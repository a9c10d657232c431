import type { Context } from 'hono'
import { recordCall, takeBackCall, type Verdict } from '../../../core/calls.ts'
import { DeskError } from '../../../core/desk-error.ts'
import type { Desk } from '../../../core/open-desk.ts'
import { withQuery } from '../../server/form.ts'
import { keepNotice } from '../../server/notices.ts'
import { tellDay } from '../../server/when.ts'

/** POST /calls: stores what a call led to, or takes back the call with the note `undo`. Then shows the next person. */
export async function actOnCall(desk: Desk, context: Context) {
  const form = await context.req.parseBody()
  const read = (field: string) => String(form[field] ?? '')
  const [person, name, before, known] = [read('person'), read('name'), read('before'), read('known')]
  const back = (notice: string) => context.redirect(withQuery('/calls', { before, notice }), 303)
  if (read('undo')) {
    const isDone = await takeBackCall(desk, { note: read('undo'), known, next_on: read('next_on') || null })
    return back(
      keepNotice(
        isDone ? `${name} is to be called again.` : 'Nothing was changed: somebody else was faster.',
      ),
    )
  }
  const verdict = read('verdict') as Verdict
  if (!Object.hasOwn(words, verdict)) return back(keepNotice('Nothing was done: no button was pressed.'))
  try {
    const call = await recordCall(desk, { person, verdict, words: read('words'), known, day: read('day') })
    if (!call) return back(keepNotice(`Nothing was changed: somebody else has dealt with ${name}.`))
    const { note, next_on: next } = call
    const undo = { name, before, known, undo: note, next_on: next ?? '' }
    return back(
      keepNotice(`${name}: ${words[verdict](next ? tellDay(next) : '')}.`, null, {
        action: '/calls',
        values: undo,
      }),
    )
  } catch (error) {
    if (error instanceof DeskError && error.code === '22007') return back(keepNotice(error.message))
    throw error
  }
}

const words: Record<Verdict, (day: string) => string> = {
  reached: () => 'reached',
  'no answer': () => 'no answer, to call again tomorrow',
  'call again': (day) => `to call again on ${day}`,
}
