import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { visible } from '../core/describe.ts'
import { DeskError } from '../core/desk-error.ts'
import { describeErasure, erasePerson } from '../core/erasure.ts'
import type { Person } from '../core/lead.ts'
import type { Desk } from '../core/open-desk.ts'
import type { Terminal } from './terminal.ts'

/**
 * Erases a person. Asks the operator to type "yes", unless `isCertain`. Throws a DeskError if anything else is typed
 * or if the person does not exist.
 */
export async function erase(desk: Desk, person: Person, isCertain: boolean, terminal: Terminal) {
  const { stdin, stdout, stderr } = terminal
  const { goes, stays } = describeErasure(person)
  stderr.write(`Erasing ${visible(`${person.name} <${person.email}>`)} cannot be undone; \`evidence\` writes down what is there.
What goes: ${goes.join('; ')}.
What stays: ${stays.join('; ')}.
`)
  if (!isCertain && !stdin.isTTY)
    throw new DeskError('unconfirmed', 'Nothing was erased. Without a terminal, confirm with --yes.')
  if (!(isCertain || (await confirm(terminal)))) throw new DeskError('unconfirmed', 'Nothing was erased.')
  stdout.write(`${await erasePerson(desk, person)}\n`)
}

/** Asks for a "yes". Ctrl-C and Ctrl-D mean no. */
async function confirm({ stdin, stderr }: Terminal): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr })
  const none = once(terminal, 'close').then(() => '')
  const answer = await Promise.race([terminal.question('Erase? Type yes: ').catch(() => ''), none])
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}
