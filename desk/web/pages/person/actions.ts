import { askAgain, withdrawConsent } from '../../../core/consent.ts'
import { correctAddress, correctNumber, undoCorrection } from '../../../core/correct.ts'
import { liftSuppression, readPerson, sendAgain, takeOver } from '../../../core/person.ts'
import { liftStop } from '../../../core/texts.ts'
import { type Act, action } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'
import { changeContact } from './contact.ts'
import { removeNote } from './notes.ts'

/** What the operator can do to a person, by the last part of the address. */
const acts: Record<string, Act> = {
  contact: changeContact,
  notes: removeNote,
  ask: ({ desk, id }) => askAgain(desk, id),
  withdraw: ({ desk, id }) => withdrawConsent(desk, { id }),
  lift: async ({ desk, id, read }) => {
    const { stop } = await readPerson(desk, { id })
    return stop ? liftStop(desk, stop.phone_e164, read('note')) : 'This number is not stopped any more.'
  },
  'lift-mails': ({ desk, id, read }) =>
    liftSuppression(desk, { id, suppressions: [] }, read('note'), {
      reason: read('reason'),
      id: Number(read('known')),
    }),
  correct: async ({ desk, id, read }) => {
    const [person, known] = [await readPerson(desk, { id }), read('known') || null]
    return read('email')
      ? correctAddress(desk, person, read('email'), known)
      : correctNumber(desk, person, read('phone'), known)
  },
  'undo-correction': ({ desk, read }) => undoCorrection(desk, read('correction')),
  'take-over': ({ desk, read }) => takeOver(desk, read('submission')),
  'send-again': ({ desk, read }) => sendAgain(desk, read('submission'), read('kind')),
}

/**
 * The handlers of POST /leads/<id>/<name>, by the name. The page of the person then says what was done, or why it could
 * not be done.
 */
export const actions = Object.entries(acts).map(
  ([name, act]) =>
    [name, action(act, (notice, { id, list }) => withQuery(`/leads/${id}`, { list, notice }))] as const,
)
