import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { loadEnvFiles } from '../../build/load-env-files.ts'
import { type Desk, DeskError, openDesk } from '../open-desk.ts'
import { verifyEvidence } from '../verify/verify-evidence.ts'
import { assertNew } from './assert-new.ts'
import { writeEvidence } from './evidence.ts'
import { confirmErasure, describeErasure, forgetPerson } from './forget.ts'
import { type ListOptions, listLeads } from './list.ts'
import { readPerson, UnknownPersonError } from './read-person.ts'
import { readEnd, readTime } from './read-time.ts'
import { requeueMails } from './requeue.ts'
import { showPerson } from './show.ts'

/** Runs an action with the way to the leads and closes it. What the operator can repair is one sentence and ends with 2. */
async function withDesk(action: (desk: Desk) => Promise<void>) {
  try {
    const desk = openDesk(process.env)
    await action(desk).finally(() => desk.close())
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (!(error instanceof DeskError || error instanceof UnknownPersonError || isSystemError)) throw error
    console.error(error.message)
    process.exitCode = error instanceof UnknownPersonError ? 1 : 2
  }
}

// The reader of a pipe may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

loadEnvFiles('production')
const program = new Command('npm run leads --')
  .description('Lists the leads, the newest first. Days and times are in UTC.')
  .enablePositionalOptions()
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .showHelpAfterError('(--help lists what there is)')
  .option('--since <date>', 'stored on this day or later', readTime)
  .option('--until <date>', 'stored on this day or earlier; before it where it is a time', readEnd)
  .option('--search <words>', 'by name, address or phone number')
  .option('--campaign <name>', "by utm_campaign; '' for those without")
  .option('--variant <name>', "by variant of the page; '' for those without")
  .addOption(
    new Option('--state <state>', 'by a mail that is in this state; dead is an older name of failed').choices(
      [...['failed', 'held', 'waiting', 'overdue', 'sent', 'dead']],
    ),
  )
  .option('--all', 'all of them in the table, and not the newest 50')
  .addOption(new Option('--csv', 'all of them, for a spreadsheet').conflicts('json'))
  .option('--json', 'all of them, one JSON object a line')
  .option('--out <file>', 'write into a file')
  .option('--force', 'replace a file that exists')
  .action((options: ListOptions) => withDesk((desk) => listLeads(desk, options)))

program
  .command('show <email>')
  .description('one person: submissions, and what became of the mails')
  .action((email: string) => withDesk(async (desk) => console.log(showPerson(await readPerson(desk, email)))))

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
      if (out === undefined) process.stdout.write(text)
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
      console.error(describeErasure(person))
      if (!yes && !process.stdin.isTTY)
        throw new DeskError('unconfirmed', 'Nothing was erased. Without a terminal, confirm with --yes.')
      if (yes || (await confirmErasure())) console.log(await forgetPerson(desk, person))
      else throw new DeskError('unconfirmed', 'Nothing was erased.')
    }),
  )

program
  .command('requeue')
  .description('send failed mails again')
  .option('--held', 'the held ones instead')
  .option('--lead <email>', 'those of one person alone')
  .action((options: { held?: true; lead?: string }) =>
    withDesk(async (desk) => console.log(await requeueMails(desk, options))),
  )

await program.parseAsync()
