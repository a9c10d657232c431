import { recordCall, takeBackCall, type Verdict } from '../../../core/calls.ts'
import { nobody } from '../../../core/desk-error.ts'
import { action } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'
import { tellDay } from '../../server/when.ts'

/** POST /calls: stores what a call led to, or takes back the call with the note `undo`. Then shows the next person. */
export const actOnCall = action(
  async ({ desk, read }) => {
    const [person, name, before, known] = [read('person'), read('name'), read('before'), read('known')]
    if (read('undo')) {
      const taken = { note: read('undo'), known, next_on: read('next_on') || null }
      if (await takeBackCall(desk, taken)) return `${name} is to be called again.`
      nobody('Nothing was changed: somebody else has dealt with this call.')
    }
    const verdict = read('verdict') as Verdict
    if (!Object.hasOwn(words, verdict)) nobody('Nothing was done: no button was pressed.')
    const call = await recordCall(desk, { person, verdict, words: read('words'), known, day: read('day') })
    if (!call) nobody(`Nothing was changed: somebody else has dealt with ${name}.`)
    const { note, next_on: next } = call
    return {
      sentence: `${name}: ${words[verdict](next ? tellDay(next) : '')}.`,
      undo: { name, before, known, undo: note, next_on: next ?? '' },
    }
  },
  (notice, { read }) => withQuery('/calls', { before: read('before'), notice }),
)

const words: Record<Verdict, (day: string) => string> = {
  reached: () => 'reached',
  'no answer': () => 'no answer, to call again tomorrow',
  'call again': (day) => `to call again on ${day}`,
}
