import * as z from 'zod/mini'
import { DeskError } from './desk-error.ts'
import { counted, grouped } from './figures.ts'
import { type Person, personSchema } from './lead.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'
import { dateOf, startOf } from './period.ts'

/**
 * Reads a person by id or e-mail address. Throws a DeskError. If there is no such person, the error has the code
 * 'nobody'.
 */
export async function readPerson(desk: Desk, key: { id?: string; email?: string }): Promise<Person> {
  const person = personSchema.parse(await desk.call('show_lead', key))
  return person ?? fail('No lead has this address.')
}

function fail(message: string): never {
  throw new DeskError('nobody', message)
}

/** Returns a text that says how many submissions a person has. Confirmations and withdrawals are counted separately. */
export const countedSubmissions = ({ submissions, confirmations, withdrawals }: Person) =>
  [
    counted(submissions, 'submission'),
    ...(confirmations > 0 ? [counted(confirmations, 'confirmation')] : []),
    ...(withdrawals > 0 ? [counted(withdrawals, 'withdrawal')] : []),
  ].join(' and ')

/** Returns how many older submissions are missing from the history. */
export const countLeftOut = ({ submissions, confirmations, withdrawals, history }: Person) =>
  submissions + confirmations + withdrawals - history.length

/** Describes the data that is left after a person was erased. */
const tombstone = 'hashes and times that name nobody, by which the other seals can be verified'

/** Describes which data is deleted when a person is erased, and which data is left. */
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
      'the phone number in the list of stopped numbers, if STOP came from it or this person withdrew: it must not be texted',
      'mails that were delivered, in the mailbox of the person and in yours',
      'what was sent to other systems (a CRM, a webhook), and what you saved: exports and evidence files',
      'backups of the database, until they expire',
    ],
  }
}

const forgottenSchema = z.nullable(z.object({ mails: z.number(), tombstones: z.number() }))

/**
 * Erases a person. Returns a sentence that describes what was deleted. Throws a DeskError if the erasure fails or if
 * the person does not exist.
 */
export async function forgetPerson(desk: Desk, person: Person): Promise<string> {
  const gone = forgottenSchema.parse(await desk.call('forget_lead', { id: person.id }))
  const { mails, tombstones } = gone ?? fail('This lead has been erased in the meantime.')
  return `The person is forgotten. Deleted: ${countedSubmissions(person)}; ${counted(mails, 'mail')}. ${counted(tombstones, 'tombstone')} ${tombstones === 1 ? 'stays' : 'stay'}: ${tombstone}.`
}

/** Returns a number of people as a text, such as “1 person”. */
export const countedPeople = (count: number) => (count === 1 ? '1 person' : `${grouped(count)} people`)

/** The result of the SQL function desk.requeue_messages. */
const requeuedSchema = z.object({
  done: z.number(),
  cancelled: z.number(),
  persons: z.array(z.string()),
  is_more: z.boolean(),
})

/**
 * Sends messages again or drops them. desk.requeue_messages takes 100 persons at a time, so it is called until no
 * message is left. Returns the number of messages, and the ids of the persons. Throws a DeskError.
 */
export async function requeue(desk: Desk, values: Parameters<Desk['call']>[1]) {
  let [done, cancelled, isMore] = [0, 0, true]
  const persons = new Set<string>()
  while (isMore) {
    const answer = requeuedSchema.parse(await desk.call('requeue_messages', values))
    done += answer.done
    cancelled += answer.cancelled
    for (const id of answer.persons) persons.add(id)
    isMore = answer.is_more
  }
  return { done, cancelled, persons: [...persons] }
}

/**
 * Queues failed or held mails again. If `isDropped`, drops these mails instead. `only` contains the ids of the
 * persons, or is null for everybody. Returns a sentence that says what was done, and the ids of the persons. Throws a
 * DeskError.
 */
export async function requeueMails(desk: Desk, status: string, only: string[] | null, isDropped: boolean) {
  const { done, cancelled, persons } = await requeue(desk, {
    from_status: status,
    only_leads: arrayLiteral(only),
    is_dropped: isDropped,
  })
  const kind = status === 'held' ? 'held mail' : 'failed mail'
  const outcome = isDropped ? 'will not be sent' : `${done === 1 ? 'goes' : 'go'} out within a minute`
  const sentences = [
    persons.length > 0 && `${countedPeople(persons.length)}:`,
    done > 0 && `${counted(done, kind)} ${outcome}.`,
    cancelled > 0 &&
      `${counted(cancelled, kind)} will not be sent: the mailbox had one within 24 hours, three without an answer, or gets no more.`,
    done + cancelled === 0 && `No mail ${status === 'held' ? 'is held' : 'has failed'}.`,
  ]
  return { sentence: sentences.filter(Boolean).join(' '), persons }
}

const withdrawnSchema = z.object({ persons: z.number(), withdrawn: z.number() })

/** Withdraws the consent of one person. Returns the outcome. Throws a DeskError. */
export async function withdrawConsent(desk: Desk, { id }: { id: string }) {
  const { persons, withdrawn } = withdrawnSchema.parse(await desk.call('withdraw_consent', { id }))
  if (persons === 0) fail('This lead has been erased in the meantime.')
  return withdrawn === 0
    ? 'The consent was withdrawn before; nothing changed.'
    : 'The consent of one person is withdrawn: do not text them any more. A webhook tells it to other systems within a minute.'
}

const reappliedSchema = z.object({
  listed: z.number(),
  erased: z.number(),
  withdrawn: z.number(),
  stopped: z.number(),
  suppressed: z.number(),
})

/**
 * Repeats the removals that the text lists, after the database was restored. Returns the outcome. Throws a DeskError
 * if the text lists none.
 */
export async function reapplyRemovals(desk: Desk, list: string): Promise<string> {
  const { listed, erased, withdrawn, stopped, suppressed } = reappliedSchema.parse(
    await desk.call('reapply_removals', { list }),
  )
  if (listed === 0)
    throw new DeskError(
      'empty',
      'The files list no removal. Give the output of `leads removals`, or a saved mail.',
    )
  const again = [
    erased > 0 && `${countedPeople(erased)} erased`,
    withdrawn > 0 && `the consent of ${countedPeople(withdrawn)} withdrawn`,
    stopped > 0 && `${counted(stopped, 'number')} stopped`,
    suppressed > 0 && `${suppressed === 1 ? '1 mailbox' : `${grouped(suppressed)} mailboxes`} suppressed`,
  ].filter(Boolean)
  const outcome = again.length > 0 ? `Made again: ${again.join(', ')}.` : 'The database has them all.'
  return `The files list ${counted(listed, 'removal')}. ${outcome}`
}

/** Stops a number (E.164) for everybody who has it. Returns the outcome. Throws a DeskError. */
export async function stopNumber(desk: Desk, phone: string) {
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) fail('Give the number in the international form, as +12015550123.')
  const persons = z.number().parse(await desk.call('stop_number', { phone }))
  return `The number is stopped until START comes from it, or you lift the stop. ${persons === 0 ? 'No lead has it' : `${countedPeople(persons)} ${persons === 1 ? 'has' : 'have'} it`}.`
}

/** Lifts the stop of a number (E.164). The note says why. Returns the outcome. Throws a DeskError. */
export async function liftStop(desk: Desk, phone: string, note: string) {
  const isLifted = z.boolean().parse(await desk.call('lift_stop', { phone, note }))
  return isLifted
    ? 'The stop is lifted. Whoever withdrew as a person stays withdrawn.'
    : fail('This number is not stopped.')
}

const askedSchema = z.object({ asked: z.number(), skipped: z.number() })

/**
 * Sends mails that ask people to confirm their number, even if they were asked before. If `only` has ids, asks only
 * these persons. If `only` is null, asks everybody who gave their consent or was asked for it. Returns the outcome.
 * Throws a DeskError.
 */
export async function askAgain(desk: Desk, only: string[] | null) {
  const { asked, skipped } = askedSchema.parse(
    await desk.call('ask_again', { only_leads: arrayLiteral(only) }),
  )
  const sentences = [
    asked > 0 && `${countedPeople(asked)} will be asked by mail to confirm the number.`,
    skipped > 0 &&
      `${countedPeople(skipped)} cannot be asked now: the mailbox had a mail within 24 hours, three without an answer, or gets no more.`,
    asked + skipped === 0 &&
      'Nobody is there to ask: they confirmed, withdrew, gave no valid number, or are held.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Replaces the data of the person with the data of a submission. Returns the outcome. Throws a DeskError. */
export async function takeOver(desk: Desk, submission: string) {
  const isDone = z.boolean().parse(await desk.call('take_over', { submission }))
  return isDone
    ? 'The person’s record now has these data.'
    : fail('There is no such submission, or it is held, a withdrawal or from a preview.')
}

/**
 * Sends a message for a submission once more. `kind` says which one: the mail to the visitor, the mail to the owner
 * or the webhook. Returns the outcome. Throws a DeskError.
 */
export async function sendAgain(desk: Desk, submission: string, kind: string) {
  const state = z.nullable(z.string()).parse(await desk.call('send_again', { submission, kind }))
  if (state === 'queued') return 'It goes out again within a minute.'
  if (state === 'suppressed')
    return 'Nothing was sent: this mailbox gets no more mails. The person unsubscribed, or the mailbox refused them.'
  return fail('Nothing was sent: it is on its way already, or was never sent.')
}

/**
 * Sets the day (YYYY-MM-DD) on which to call a person again. If the day is empty, removes the one that was set.
 * Returns the outcome. Throws a DeskError.
 */
export async function callAgain(desk: Desk, id: string, day: string) {
  const isDone = await desk.call('call_again', { person: id, call_on: day ? dateOf(startOf(day)) : null })
  if (!isDone) fail('This lead has been erased in the meantime.')
  return day ? `The view “Call today” has this person from ${day} on.` : 'There is no day to call again.'
}

const textsSchema = z.object({
  count: z.number(),
  texts: z.array(
    z.object({
      id: z.string(),
      sender: z.string(),
      words: z.string(),
      received_at: z.string(),
      person: z.nullable(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
})

/** Counts the text messages that wait for an answer, up to 1001, and reads the newest 20 of them. Throws a DeskError. */
export const readTexts = async (desk: Desk) => textsSchema.parse(await desk.call('unanswered_texts'))

/**
 * Marks a text message as answered. If `isStop`, also stops the number from which it came. Returns the outcome.
 * Throws a DeskError.
 */
export async function answerText(desk: Desk, id: string, isStop: boolean) {
  const isDone = await desk.call('answer_text', { id, is_stop: isStop })
  if (!isDone) return 'This text message was answered before.'
  return isStop ? 'The number is stopped: nobody with it may be texted.' : 'The text message is put away.'
}

const stopsSchema = z.object({
  numbers: z.array(
    z.object({
      phone_e164: z.string(),
      stopped_at: z.string(),
      stopped_by: z.string(),
      words: z.nullable(z.string()),
      lifted_at: z.nullable(z.string()),
      lifted_by: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
  texts: z.array(z.object({ sender: z.string(), words: z.string(), received_at: z.string() })),
})

/** Reads the newest stopped numbers, and the newest text messages that say neither stop nor start. Throws a DeskError. */
export const readStops = async (desk: Desk) => stopsSchema.parse(await desk.call('list_stops'))
