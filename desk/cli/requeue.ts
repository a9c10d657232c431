import { counted } from '../counted.ts'
import { requeuedSchema } from '../lead.ts'
import type { Desk } from '../open-desk.ts'
import { readPerson } from './read-person.ts'

/**
 * Puts failed mails back in the queue, or held ones, of everybody or of the person with this address. Returns what was done.
 * Throws an UnknownPersonError or a DeskError.
 */
export async function requeueMails(desk: Desk, { held, lead }: { held?: true; lead?: string }) {
  const status = held ? 'held' : 'dead'
  const person = lead === undefined ? null : await readPerson(desk, lead)
  const { queued, skipped } = requeuedSchema.parse(
    await desk.call('requeue_lead_emails', { from_status: status, only_lead: person?.id ?? null }),
  )
  const [none, noun] = held ? ['No mail is held back.', 'held mail'] : ['No mail has failed.', 'failed mail']
  const note = skipped > 0 ? `; ${skipped} skipped, since the mailbox had its mail within 24 hours` : ''
  return queued + skipped === 0
    ? none
    : `${counted(queued, noun)} ${queued === 1 ? 'goes' : 'go'} out within a minute${note}.`
}
