import * as z from 'zod/mini'
import { DeskError, refuse } from './desk-error.ts'
import { counted, countedPeople, grouped } from './figures.ts'
import type { Person } from './lead.ts'
import type { Desk } from './open-desk.ts'
import { countedSubmissions } from './person.ts'

const marks = (count: number) => `${counted(count, 'mark')} that ${count === 1 ? 'names' : 'name'} nobody`
const purpose = 'the evidence of the others can still be verified'

export function describeErasure(person: Person) {
  const sealed = person.history.filter(({ seal }) => seal).length
  return {
    goes: [
      'the record with name, address, phone number and outcome',
      `${countedSubmissions(person)} with the evidence of consent`,
      'the list of the emails about them, also those that are still to be sent',
      'your notes about them, and what you corrected',
      'how often they came, counted by mailbox and by source',
      'the lead in the conversion of its variant; the view is still counted there',
    ],
    stays: [
      ...(sealed > 0 ? [`${marks(sealed)}, so that ${purpose}`] : []),
      'the phone number in the list of stopped numbers, if STOP came from it or this person withdrew: it must not be texted',
      'emails that were delivered, in the mailbox of the person and in yours',
      'what was sent to other systems, such as a CRM, and what you saved: exports and evidence files',
      'backups of the database, until they expire',
    ],
  }
}

const erasedSchema = z.nullable(z.object({ mails: z.number(), tombstones: z.number() }))

/** Returns a sentence that says what was deleted. Throws a DeskError. */
export async function erasePerson(desk: Desk, person: Person): Promise<string> {
  const gone = erasedSchema.parse(await desk.call('erase_lead', { id: person.id }))
  const { mails, tombstones } = gone ?? refuse('This lead has been erased in the meantime.')
  const rest =
    tombstones > 0 ? ` ${marks(tombstones)} ${tombstones === 1 ? 'stays' : 'stay'}, so that ${purpose}.` : ''
  return `The person is erased. Deleted: ${countedSubmissions(person)}; ${counted(mails, 'email')}.${rest}`
}

const reappliedSchema = z.object({
  listed: z.number(),
  erased: z.number(),
  corrected: z.number(),
  withdrawn: z.number(),
  stopped: z.number(),
  suppressed: z.number(),
})

/** For a restored database. Returns the outcome. Throws a DeskError if the text lists no removal. */
export const reapplyRemovals = async (desk: Desk, list: string): Promise<string> =>
  describeReapplied(await desk.call('reapply_removals', { list }))

/** Takes the answer of the SQL function reapply_removals. Throws a DeskError if the list had no removal. */
export function describeReapplied(answer: unknown): string {
  const { listed, erased, corrected, withdrawn, stopped, suppressed } = reappliedSchema.parse(answer)
  if (listed === 0)
    throw new DeskError(
      'empty',
      'The files list no removal. Give the output of `leads removals`, or a saved email.',
    )
  const again = [
    erased > 0 && `${countedPeople(erased)} erased`,
    corrected > 0 && counted(corrected, 'correction'),
    withdrawn > 0 && `the consent of ${countedPeople(withdrawn)} withdrawn`,
    stopped > 0 && `${counted(stopped, 'number')} stopped`,
    suppressed > 0 && `${suppressed === 1 ? '1 mailbox' : `${grouped(suppressed)} mailboxes`} suppressed`,
  ].filter(Boolean)
  const outcome = again.length > 0 ? `Made again: ${again.join(', ')}.` : 'The database has them all.'
  return `The files list ${counted(listed, 'removal')}. ${outcome}`
}
