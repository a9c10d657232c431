import { loadEnvFiles } from '../../lib/load-env-files.ts'
import { runCommand } from './run-command.ts'

// EPIPE means that the output goes to a program that has stopped reading.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

loadEnvFiles('production', 'operator.env')
process.exitCode = await runCommand(process.argv.slice(2), process.env, process)
