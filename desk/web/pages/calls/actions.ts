import { recordCall, type Verdict } from '../../../core/calls.ts'
import { readContact, takeBackContact } from '../../../core/contact.ts'
import { refuse } from '../../../core/desk-error.ts'
import { tellDay } from '../../format/when.ts'
import { withQuery } from '../../format/with-query.ts'
import { action } from '../../server/action.ts'
import { outcomeOf, tellOutcome, wordsOf } from '../person/contact.ts'

/** POST /calls: stores what a call led to, or undoes `contact`, and goes on to the next person. */
export const actOnCall = action(
  async ({ desk, read }) => {
    const [person, name, before, known] = [read('person'), read('name'), read('before'), read('known')]
    const taken = readContact(read('contact'))
    if (taken) {
      await takeBackContact(desk, person, taken)
      return `${name} is to be called again.`
    }
    const verdict = read('verdict') as Verdict
    if (!Object.hasOwn(told, verdict)) refuse('Nothing was done: no button was pressed.')
    const words = wordsOf(read('words'))
    const [said, asked] = outcomeOf(read)
    if (!said) return asked
    const contact = await recordCall(desk, { person, verdict, words, known, day: read('day'), ...said })
    const parts = [
      told[verdict](contact.day ? tellDay(contact.day) : ''),
      said.outcome && tellOutcome(said.outcome, read('currency')),
    ]
    return {
      sentence: `${name}: ${parts.filter(Boolean).join('; ')}.`,
      undo: { person, name, before, contact: JSON.stringify(contact) },
    }
  },
  (notice, { read }) => withQuery('/calls', { before: read('before'), notice }),
)

const told: Record<Verdict, (day: string) => string> = {
  reached: () => 'reached',
  'no answer': () => 'no answer, to call again tomorrow',
  'call again': (day) => `to call again on ${day}`,
}
