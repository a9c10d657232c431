import { arrayLiteral } from './call-desk.ts'
import { counted, grouped } from './figures.ts'
import {
  droppedSchema,
  forgottenSchema,
  type Person,
  personSchema,
  requeuedSchema,
  withdrawnSchema,
} from './lead.ts'
import type { Desk } from './open-desk.ts'

/** Reads a person by id or by address. Returns null if there is no such person. Throws a DeskError. */
export async function readPerson(desk: Desk, key: { id?: string; email?: string }): Promise<Person | null> {
  return personSchema.parse(await desk.call('show_lead', key))
}

/** Returns how many submissions a person has. Confirmations and withdrawals are submissions too and are counted apart. */
export const countedSubmissions = ({ submissions, confirmations, withdrawals }: Person) =>
  [
    counted(submissions, 'submission'),
    ...(confirmations > 0 ? [counted(confirmations, 'confirmation')] : []),
    ...(withdrawals > 0 ? [counted(withdrawals, 'withdrawal')] : []),
  ].join(' and ')

/** Returns how many of these submissions are too old for the history. */
export const countLeftOut = ({ submissions, confirmations, withdrawals, history }: Person) =>
  submissions + confirmations + withdrawals - history.length

/** The words for what stays of an erased person. */
export const tombstone = 'hashes and times that name nobody, by which the other seals can be verified'

/** Erases a person. Returns a sentence on what was done, or null if the person is gone already. Throws a DeskError. */
export async function forgetPerson(desk: Desk, person: Person): Promise<string | null> {
  const gone = forgottenSchema.parse(await desk.call('forget_lead', { id: person.id }))
  if (!gone) return null
  const { mails, tombstones } = gone
  return `The person is forgotten. Deleted: ${countedSubmissions(person)}; ${counted(mails, 'mail')}. ${counted(tombstones, 'tombstone')} ${tombstones === 1 ? 'stays' : 'stay'}: ${tombstone}.`
}

/** Returns a number of people in words. */
export const countedPeople = (count: number) => (count === 1 ? '1 person' : `${grouped(count)} people`)

/** Queues failed (`dead`) or held mails again, of everybody or of these persons. Returns what was done. Throws a DeskError. */
export async function requeueMails(desk: Desk, status: string, only?: string[]) {
  const { queued, skipped, persons } = requeuedSchema.parse(
    await desk.call('requeue_messages', {
      from_status: status,
      only_leads: only ? arrayLiteral(only) : null,
    }),
  )
  const kind = kindOf(status)
  const told = [
    queued > 0 && `${counted(queued, kind)} ${queued === 1 ? 'goes' : 'go'} out within a minute.`,
    skipped > 0 && `${counted(skipped, kind)} will not be sent: the mailbox had one within 24 hours.`,
    queued + skipped === 0 && tellNone(status),
  ].filter(Boolean)
  return { sentence: `${tellWhom(persons)}${told.join(' ')}`, persons }
}

/** Drops failed or held mails, of everybody or of these persons. Returns what was done and to whom. Throws a DeskError. */
export async function dropMails(desk: Desk, status: string, only?: string[]) {
  const { dropped, persons } = droppedSchema.parse(
    await desk.call('drop_messages', { from_status: status, only_leads: only ? arrayLiteral(only) : null }),
  )
  const told = dropped === 0 ? tellNone(status) : `${counted(dropped, kindOf(status))} will not be sent.`
  return { sentence: `${tellWhom(persons)}${told}`, persons }
}

const kindOf = (status: string) => (status === 'held' ? 'held mail' : 'failed mail')
const tellNone = (status: string) => `No mail ${status === 'held' ? 'is held back' : 'has failed'}.`
const tellWhom = ({ length }: string[]) => (length > 0 ? `${countedPeople(length)}: ` : '')
/**
 * Withdraws the consent of the person with this id, or of all persons with this number (E.164). Returns what was done, or null if
 * nobody was found. Throws a DeskError.
 */
export async function withdrawConsent(
  desk: Desk,
  whose: { id: string } | { phone: string },
): Promise<string | null> {
  const { persons, withdrawn } = withdrawnSchema.parse(await desk.call('withdraw_consent', whose))
  if (persons === 0) return null
  return withdrawn === 0
    ? 'The consent was withdrawn before; nothing changed.'
    : `The consent of ${withdrawn === 1 ? 'one person' : `${withdrawn} persons`} is withdrawn: do not text them any more. A webhook tells it to other systems within a minute.`
}
