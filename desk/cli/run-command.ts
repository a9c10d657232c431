import { Command, CommanderError, Help } from 'commander'
import { DeskError } from '../core/desk-error.ts'
import { addDoctor } from './doctor.ts'
import { addLeads } from './leads.ts'
import type { Context, Terminal } from './terminal.ts'
import { addVerify } from './verify.ts'

/** Runs leads, verify or doctor. Returns the exit code. For an error that the operator can repair, prints it and returns 2. */
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
    .showHelpAfterError('(--help lists what there is)')
  addLeads(program, context)
  addVerify(program, context)
  addDoctor(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return context.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode && 2
    const isSystemError = error instanceof Error && 'syscall' in error
    if (!(error instanceof DeskError || isSystemError)) throw error
    stderr.write(`${error.message}\n`)
    return error instanceof DeskError && error.code === 'nobody' ? 1 : 2
  }
}
