import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { forgottenSchema, type Person } from '../lead.ts'
import type { Desk } from '../open-desk.ts'
import { UnknownPersonError } from './read-person.ts'
import { visible } from './visible.ts'

/** Returns what the erasure of a person deletes, what it leaves, and what it cannot reach. */
export function describeErasure({ name, email, submissions, history }: Person): string {
  const sealed = history.filter(({ seal }) => seal).length
  return `Erasing ${visible(`${name} <${email}>`)} deletes the record, ${submissions} submission(s) with the evidence of consent, their mails in the
outbox, and the counts of the person's sources. It cannot be undone; \`evidence\` writes down what is there.
What stays are the tombstones of ${sealed} sealed submission(s): hashes and times that name nobody, by which the others can still be
verified. What it cannot reach are mails that were sent, exports, backups, and systems to which a webhook told the lead.`
}

/** Asks on the terminal whether to go on; Ctrl-C and Ctrl-D say no. */
export async function confirmErasure(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
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
  return `Erased: ${submissions} submission(s), ${mails} mail(s). ${tombstones} tombstone(s) stay.`
}
