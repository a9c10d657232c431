import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../desk/cli/run-command.ts'

/**
 * Returns a function that runs one of the commands of the operator, with these environment variables. The function
 * returns the output and the exit code of the command.
 */
export const commandIn =
  (env: Record<string, string>) =>
  async (...args: string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const stdin = new PassThrough().end()
    const written = Promise.all([text(stdout), text(stderr)])
    const code = await runCommand(args, env as NodeJS.ProcessEnv, { stdin, stdout, stderr })
    stdout.end()
    stderr.end()
    const [out, err] = await written
    return { code, out, err }
  }
