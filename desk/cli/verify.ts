import { type Command, InvalidArgumentError } from 'commander'
import { openDesk } from '../core/open-desk.ts'
import { describeEvidence, type MailedSeal, verifyEvidence } from '../core/verify-evidence.ts'
import type { Context } from './terminal.ts'

/** Adds `verify`. The command ends with 1 if a stored submission was changed, added or removed, else with 0. */
export function addVerify(program: Command, context: Context) {
  program
    .command('verify')
    .description(
      'Compares all evidence with its seals. Ends with 0 when nothing was changed, added or removed, with 1 when something was, with 2 when it could not look.',
    )
    .option('--seal <number:hash>', 'compare with a seal from a mail to the owner, too', readSeal)
    .action(async ({ seal }: { seal?: MailedSeal }) => {
      const desk = openDesk(context.env)
      const evidence = await verifyEvidence(desk, seal).finally(() => desk.close())
      context.stdout.write(`${describeEvidence(evidence)}\n`)
      if (evidence.faults.length > 0) context.exitCode = 1
    })
}

function readSeal(text: string): MailedSeal {
  const [, number, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  if (number && hash) return { mailed_number: number, mailed_hash: hash }
  throw new InvalidArgumentError('A seal is a number, a colon and 64 hexadecimal digits.')
}
