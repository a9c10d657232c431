import { writeFile } from 'node:fs/promises'
import { Command, CommanderError, Option } from 'commander'
import { type Desk, DeskError, openDesk } from '../open-desk.ts'
import type { Terminal } from '../terminal.ts'
import { verifyEvidence } from '../verify/verify-evidence.ts'
import { assertNew } from './assert-new.ts'
import { writeEvidence } from './evidence.ts'
import { confirmErasure, describeErasure, forgetPerson } from './forget.ts'
import { type ListOptions, listLeads } from './list.ts'
import { readPerson, UnknownPersonError } from './read-person.ts'
import { readEnd, readTime } from './read-time.ts'
import { requeueMails } from './requeue.ts'
import { showPerson } from './show.ts'

/**
 * Runs `npm run leads` with these arguments. Returns the code to end with: 1 when the person is unknown, 2 when the operator
 * can repair what is wrong, which is one sentence. Throws any other error.
 */
export async function runLeads(args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const print = (text: string) => void terminal.stdout.write(text)
  const printError = (text: string) => void terminal.stderr.write(text)

  /** Runs an action with the way to the leads and closes it. */
  async function withDesk(action: (desk: Desk) => Promise<void>) {
    const desk = openDesk(env)
    await action(desk).finally(() => desk.close())
  }

  const program = new Command('npm run leads --')
    .description('Lists the leads, the newest first. Days and times are in UTC.')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: printError })
    .showHelpAfterError('(--help lists what there is)')
    .option('--since <date>', 'stored on this day or later', readTime)
    .option('--until <date>', 'stored on this day or earlier; before it where it is a time', readEnd)
    .option('--search <words>', 'by name, address or phone number')
    .option('--campaign <name>', "by utm_campaign; '' for those without")
    .option('--variant <name>', "by variant of the page; '' for those without")
    .addOption(
      new Option(
        '--state <state>',
        'by a mail that is in this state; dead is an older name of failed',
      ).choices([...['failed', 'held', 'waiting', 'overdue', 'sent', 'dead']]),
    )
    .option('--all', 'all of them in the table, and not the newest 50')
    .addOption(new Option('--csv', 'all of them, for a spreadsheet').conflicts('json'))
    .option('--json', 'all of them, one JSON object a line')
    .option('--out <file>', 'write into a file')
    .option('--force', 'replace a file that exists')
    .action((options: ListOptions) => withDesk((desk) => listLeads(desk, options, terminal)))

  program
    .command('show <email>')
    .description('one person: submissions, and what became of the mails')
    .action((email: string) =>
      withDesk(async (desk) => print(`${showPerson(await readPerson(desk, email))}\n`)),
    )

  program
    .command('evidence <email>')
    .description('what a person agreed to and when, with the verification of all seals')
    .option('--out <file>', 'write into a file')
    .option('--force', 'replace a file that exists')
    .action((email: string, { out, force }: { out?: string; force?: true }) =>
      withDesk(async (desk) => {
        if (out !== undefined && !force) assertNew(out)
        const person = await readPerson(desk, email)
        const text = writeEvidence(person, await verifyEvidence(desk), new Date())
        if (out === undefined) print(text)
        else await writeFile(out, text, { mode: 0o600 })
      }),
    )

  program
    .command('forget <email>')
    .description('erase a person')
    .option('--yes', 'do not ask')
    .action((email: string, { yes }: { yes?: true }) =>
      withDesk(async (desk) => {
        const person = await readPerson(desk, email)
        printError(`${describeErasure(person)}\n`)
        if (!yes && !terminal.stdin.isTTY)
          throw new DeskError('unconfirmed', 'Nothing was erased. Without a terminal, confirm with --yes.')
        if (yes || (await confirmErasure(terminal))) print(`${await forgetPerson(desk, person)}\n`)
        else throw new DeskError('unconfirmed', 'Nothing was erased.')
      }),
    )

  program
    .command('requeue')
    .description('send failed mails again')
    .option('--held', 'the held ones instead')
    .option('--lead <email>', 'those of one person alone')
    .action((options: { held?: true; lead?: string }) =>
      withDesk(async (desk) => print(`${await requeueMails(desk, options)}\n`)),
    )

  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode && 2
    const isSystemError = error instanceof Error && 'syscall' in error
    if (!(error instanceof DeskError || error instanceof UnknownPersonError || isSystemError)) throw error
    printError(`${error.message}\n`)
    return error instanceof UnknownPersonError ? 1 : 2
  }
}
