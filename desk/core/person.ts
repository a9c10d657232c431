import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import { counted, grouped } from './figures.ts'
import { type Person, personSchema } from './lead.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'

/** Reads a person by id or e-mail address. Throws a DeskError; its code is 'nobody' if there is no such person. */
export async function readPerson(desk: Desk, key: { id?: string; email?: string }): Promise<Person> {
  const person = personSchema.parse(await desk.call('show_lead', key))
  return person ?? fail('No lead has this address.')
}

function fail(message: string): never {
  throw new DeskError('nobody', message)
}

/** Returns a text with the number of a person's submissions. Confirmations and withdrawals are counted separately. */
export const countedSubmissions = ({ submissions, confirmations, withdrawals }: Person) =>
  [
    counted(submissions, 'submission'),
    ...(confirmations > 0 ? [counted(confirmations, 'confirmation')] : []),
    ...(withdrawals > 0 ? [counted(withdrawals, 'withdrawal')] : []),
  ].join(' and ')

/** Returns how many older submissions the history does not contain. */
export const countLeftOut = ({ submissions, confirmations, withdrawals, history }: Person) =>
  submissions + confirmations + withdrawals - history.length

/** Describes the data that remain after a person was erased. */
const tombstone = 'hashes and times that name nobody, by which the other seals can be verified'

/** Describes which data the erasure of a person deletes and which data remain. */
export function describeErasure(person: Person) {
  const sealed = person.history.filter(({ seal }) => seal).length
  return {
    goes: [
      'the record with name, address and phone number',
      `${countedSubmissions(person)} with the evidence of consent`,
      'the list of the mails about them, also those that are still to be sent',
      'your notes about them',
      'how often they came, counted by mailbox and by source',
      'the lead in the conversion of its variant; the view is still counted there',
    ],
    stays: [
      ...(sealed > 0 ? [`${counted(sealed, 'tombstone')}: ${tombstone}`] : []),
      'mails that were delivered, in the mailbox of the person and in yours',
      'what was sent to other systems (a CRM, a webhook), and what you saved: exports and evidence files',
      'backups of the database, until they expire',
    ],
  }
}

const forgottenSchema = z.nullable(z.object({ mails: z.number(), tombstones: z.number() }))

/** Erases a person. Returns a sentence that describes what was deleted. Throws a DeskError, also if the person does not exist. */
export async function forgetPerson(desk: Desk, person: Person): Promise<string> {
  const gone = forgottenSchema.parse(await desk.call('forget_lead', { id: person.id }))
  const { mails, tombstones } = gone ?? fail('This lead was erased meanwhile.')
  return `The person is forgotten. Deleted: ${countedSubmissions(person)}; ${counted(mails, 'mail')}. ${counted(tombstones, 'tombstone')} ${tombstones === 1 ? 'stays' : 'stay'}: ${tombstone}.`
}

/** Returns a number of people in words. */
export const countedPeople = (count: number) => (count === 1 ? '1 person' : `${grouped(count)} people`)

const requeuedSchema = z.object({ done: z.number(), cancelled: z.number(), persons: z.array(z.string()) })

/**
 * Queues failed or held mails again, or drops them if `isDropped`. `only` has the persons' ids; null means everybody.
 * Returns a sentence that describes what was done, and the persons' ids. Throws a DeskError.
 */
export async function requeueMails(desk: Desk, status: string, only: string[] | null, isDropped: boolean) {
  const { done, cancelled, persons } = requeuedSchema.parse(
    await desk.call('requeue_messages', {
      from_status: status,
      only_leads: arrayLiteral(only),
      is_dropped: isDropped,
    }),
  )
  const kind = status === 'held' ? 'held mail' : 'failed mail'
  const outcome = isDropped ? 'will not be sent' : `${done === 1 ? 'goes' : 'go'} out within a minute`
  const sentences = [
    persons.length > 0 && `${countedPeople(persons.length)}:`,
    done > 0 && `${counted(done, kind)} ${outcome}.`,
    cancelled > 0 && `${counted(cancelled, kind)} will not be sent: the mailbox had one within 24 hours.`,
    done + cancelled === 0 && `No mail ${status === 'held' ? 'is held' : 'has failed'}.`,
  ]
  return { sentence: sentences.filter(Boolean).join(' '), persons }
}

const withdrawnSchema = z.object({ persons: z.number(), withdrawn: z.number() })

/** Withdraws the consent of one person, or of all persons with this number (E.164). Returns the outcome. Throws a DeskError. */
export async function withdrawConsent(desk: Desk, whose: { id: string } | { phone: string }) {
  const { persons, withdrawn } = withdrawnSchema.parse(await desk.call('withdraw_consent', whose))
  if (persons === 0) fail('No lead has this number. Give it in the international form, as +12015550123.')
  return withdrawn === 0
    ? 'The consent was withdrawn before; nothing changed.'
    : `The consent of ${withdrawn === 1 ? 'one person' : `${withdrawn} persons`} is withdrawn: do not text them any more. A webhook tells it to other systems within a minute.`
}

const reappliedSchema = z.object({ listed: z.number(), erased: z.number(), withdrawn: z.number() })

/** After a restore, erases and withdraws again what the text lists. Returns the outcome. Throws a DeskError if it lists nothing. */
export async function reapplyRemovals(desk: Desk, list: string): Promise<string> {
  const { listed, erased, withdrawn } = reappliedSchema.parse(await desk.call('reapply_removals', { list }))
  if (listed === 0)
    throw new DeskError(
      'empty',
      'The files list no removal. Give the output of `leads removals`, or a saved mail.',
    )
  return `Of ${counted(listed, 'removal')}, the backup had brought back ${erased + withdrawn}: ${countedPeople(erased)} erased again, the consent of ${countedPeople(withdrawn)} withdrawn again.`
}
