import { loadEnvFiles } from '../../lib/load-env-files.ts'
import { runCommand } from './run-command.ts'

// EPIPE: the program that gets the output has stopped reading.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

loadEnvFiles('production', 'operator.env')
process.exitCode = await runCommand(process.argv.slice(2), process.env, process)
