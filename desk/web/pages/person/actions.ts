import { sayBooking } from '../../../core/booking.ts'
import { askAgain, withdrawConsent } from '../../../core/consent.ts'
import { correctAddress, correctNumber, doubtOf, undoCorrection } from '../../../core/correct.ts'
import { liftSuppression, readPerson, sendAgain, takeOver } from '../../../core/person.ts'
import { liftStop } from '../../../core/texts.ts'
import { withQuery } from '../../format/with-query.ts'
import { type Act, action } from '../../server/action.ts'
import { changeContact } from './contact.ts'
import { removeNote } from './notes.ts'

/** Asks about an address that may be mistyped; `sure` is the answer. Undoes `correction` if there is one. */
const correctRecord: Act = async ({ desk, id, read }) => {
  if (read('correction')) return undoCorrection(desk, read('correction'))
  const [email, sure, known] = [read('email'), read('sure'), read('known') || null]
  const doubt = sure ? undefined : doubtOf(email)
  if (doubt) return questionOf(doubt)
  const person = await readPerson(desk, { id })
  const { sentence, correction } = await (email
    ? correctAddress(desk, person, sure || email, known)
    : correctNumber(desk, person, read('phone'), known))
  return { sentence, ...(correction && { undo: { correction } }) }
}

const questionOf = ({ email, why, meant }: NonNullable<ReturnType<typeof doubtOf>>) => ({
  sentence: `Nothing was changed yet: ${why}. ${meant ? 'Which one do you mean?' : 'Is it right?'}`,
  asked: {
    field: 'sure',
    choices: [...(meant ? [meant] : []), email].map((one): [string, string] => [one, one]),
  },
})

/** By the last part of the address. */
const acts: Record<string, Act> = {
  contact: changeContact,
  notes: removeNote,
  booking: ({ desk, id, read }) => sayBooking(desk, id, read('kind'), read('starts')),
  ask: ({ desk, id }) => askAgain(desk, id),
  withdraw: ({ desk, id }) => withdrawConsent(desk, { id }),
  lift: async ({ desk, id, read }) => {
    const { stop } = await readPerson(desk, { id })
    return stop
      ? liftStop(desk, stop.phone_e164, read('note'), read('known') || null)
      : 'This number is not stopped any more.'
  },
  'lift-mails': ({ desk, id, read }) =>
    liftSuppression(desk, id, read('note'), {
      reason: read('reason'),
      id: Number(read('known')),
    }),
  correct: correctRecord,
  'take-over': ({ desk, read }) => takeOver(desk, read('submission')),
  'send-again': ({ desk, read }) => sendAgain(desk, read('submission'), read('kind')),
}

/** POST /leads/<id>/<name>, by name. The person's page then says what was done, or why not. */
export const actions = Object.fromEntries(
  Object.entries(acts).map(([name, act]) => [
    `/leads/:id/${name}`,
    action(act, (notice, { id, list }) => withQuery(`/leads/${id}`, { list, notice })),
  ]),
)
