import { Command, CommanderError, Help, InvalidArgumentError } from 'commander'
import { DeskError } from '../core/desk-error.ts'
import { openDesk } from '../core/open-desk.ts'
import { describeEvidence, type MailedSeal, verifyEvidence } from '../core/verify-evidence.ts'
import { addBackup } from './backup.ts'
import { addLeads } from './leads.ts'
import type { Context, Terminal } from './terminal.ts'

/** Returns the exit code. For an error that the operator can repair, prints it and returns 2. */
export async function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const { stdin, stdout, stderr } = terminal
  const context: Context = { stdin, stdout, stderr, env, exitCode: 0 }
  const program = new Command('npm run')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({
      commandUsage: (command) => new Help().commandUsage(command).replace(/^npm run \w+/, '$& --'),
    })
    .showHelpAfterError('(--help lists the choices)')
  addLeads(program, context)
  addVerify(program, context)
  addBackup(program, context)
  addDoctor(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return context.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode && 2
    const isSystemError = error instanceof Error && 'syscall' in error
    if (!(error instanceof DeskError || isSystemError)) throw error
    stderr.write(`${error.message}\n`)
    return error instanceof DeskError && error.code === 'refused' ? 1 : 2
  }
}

/** Exits with 1 if a stored submission was changed, added or removed. */
function addVerify(program: Command, context: Context) {
  program
    .command('verify')
    .description(
      'Compares all evidence with its seals. The exit code is 0 if nothing was changed, added or removed, 1 if something was, and 2 if it could not check.',
    )
    .option('--seal <number:hash>', 'compare with a seal from an email to the owner, too', readSeal)
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

/** Exits with 1 if it finds a fault. */
function addDoctor(program: Command, context: Context) {
  program
    .command('doctor')
    .description(
      'Checks everything that is deployed. The exit code is 0 if nothing needs repair, otherwise 1.',
    )
    .option('--mail', 'have the function send a test email to OWNER_EMAIL')
    .option('--json', 'print a list of {check, status, sentence, todo}')
    .option('--url <page>', 'fetch the page there instead of at SITE_URL')
    .action(async ({ json, ...options }: { mail?: true; json?: true; url?: string }) => {
      // Imported only here, because they load most of the product.
      const { examine } = await import('../doctor/examine.ts')
      const { printResults } = await import('../doctor/print-results.ts')
      const { readTarget } = await import('../doctor/target.ts')
      const target = readTarget(context.env, options)
      const results = await examine(target)
      if (json) context.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
      else printResults(target, results)
      if (results.some(({ status }) => status === 'fault')) context.exitCode = 1
    })
}
