import { counted } from './figures.ts'
import { forgottenSchema, type Person, personSchema, requeuedSchema } from './lead.ts'
import type { Desk } from './open-desk.ts'

/** Reads a person by id or by address; null when there is none. Throws a DeskError. */
export async function readPerson(desk: Desk, key: { id?: string; email?: string }): Promise<Person | null> {
  return personSchema.parse(await desk.call('show_lead', key))
}

/** Returns how many submissions a person has, and confirmations, which are kept as submissions of their own. */
export const countedSubmissions = ({ submissions, confirmations }: Person) =>
  [
    counted(submissions, 'submission'),
    ...(confirmations > 0 ? [counted(confirmations, 'confirmation')] : []),
  ].join(' and ')

/** Returns how many of them, the oldest, are not in the history. */
export const countLeftOut = ({ submissions, confirmations, history }: Person) =>
  submissions + confirmations - history.length

/** What stays of an erased person. */
export const tombstone = 'hashes and times that name nobody, by which the other seals can be verified'

/** Erases a person. Returns what was done, or null when there is no such person any more. Throws a DeskError. */
export async function forgetPerson(desk: Desk, person: Person): Promise<string | null> {
  const gone = forgottenSchema.parse(await desk.call('forget_lead', { id: person.id }))
  if (!gone) return null
  const { mails, tombstones } = gone
  return `The person is forgotten. Deleted: ${countedSubmissions(person)}; ${counted(mails, 'mail')}. ${counted(tombstones, 'tombstone')} ${tombstones === 1 ? 'stays' : 'stay'}: ${tombstone}.`
}

/**
 * Puts the failed (`dead`) or held mails of everybody, or of the person with this id, back in the queue. Returns what was
 * done. Throws a DeskError, also for another status.
 */
export async function requeueMails(desk: Desk, status: string, person?: string): Promise<string> {
  const { queued, skipped } = requeuedSchema.parse(
    await desk.call('requeue_messages', { from_status: status, only_lead: person ?? null }),
  )
  if (queued + skipped === 0) return `No mail ${status === 'held' ? 'is held back' : 'has failed'}.`
  const kind = status === 'held' ? 'held mail' : 'failed mail'
  return [
    queued > 0 && `${counted(queued, kind)} ${queued === 1 ? 'goes' : 'go'} out within a minute.`,
    skipped > 0 && `${counted(skipped, kind)} will not be sent, since the mailbox had one within 24 hours.`,
  ]
    .filter(Boolean)
    .join(' ')
}
