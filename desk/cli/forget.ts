import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { counted } from '../counted.ts'
import { forgottenSchema, type Person } from '../lead.ts'
import type { Desk } from '../open-desk.ts'
import type { Terminal } from '../terminal.ts'
import { UnknownPersonError } from './read-person.ts'
import { visible } from './visible.ts'

/** Returns what the erasure of a person deletes, what it leaves, and what it cannot reach. */
export function describeErasure({ name, email, submissions, history }: Person): string {
  const sealed = history.filter(({ seal }) => seal).length
  return `Erasing ${visible(`${name} <${email}>`)} deletes the record, ${counted(submissions, 'submission')} with the evidence of consent, the list of
their mails, and the counts of the person's sources. It cannot be undone; \`evidence\` writes down what is there.
What stays: ${counted(sealed, 'tombstone')} (${tombstone}).
What it cannot reach: mails that were sent, what was sent to other systems (a CRM, a webhook), exports and evidence
files that you saved, and backups until they expire.`
}

const tombstone = 'hashes and times that name nobody, by which the other seals can be verified'

/** Asks on the terminal whether to go on; Ctrl-C and Ctrl-D say no. */
export async function confirmErasure({ stdin, stderr }: Terminal): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr })
  const none = once(terminal, 'close').then(() => '')
  const answer = await Promise.race([terminal.question('Erase? Type yes: ').catch(() => ''), none])
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Erases a person and returns what was done. Throws an UnknownPersonError when somebody else was faster, or a DeskError. */
export async function forgetPerson(desk: Desk, { id }: Person): Promise<string> {
  const answer = forgottenSchema.parse(await desk.call('forget_lead', { id }))
  if (!answer) throw new UnknownPersonError('This lead was erased meanwhile.')
  const { submissions, mails, tombstones } = answer
  return `Erased: ${counted(submissions, 'submission')}, ${counted(mails, 'mail')}. What stays: ${counted(tombstones, 'tombstone')} (${tombstone}).`
}
