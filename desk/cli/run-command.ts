import { Command, CommanderError, Help } from 'commander'
import { DeskError } from '../core/open-desk.ts'
import { addDoctor } from './doctor.ts'
import { addLeads } from './leads.ts'
import type { Context, Terminal } from './terminal.ts'
import { addVerify } from './verify.ts'

/**
 * Runs one of the operator's commands: leads, verify or doctor, and its arguments. Returns the code to end with: 2 when the
 * operator can repair what is wrong, which is one sentence; the others are the command's. Throws any other error.
 */
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
