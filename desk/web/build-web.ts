import path from 'node:path'
import { readWebOptions } from './server/web-options.ts'
import { writeOutput } from './server/write-output.ts'

// Vercel runs this to build the desk on the web. A variable that is missing or wrong ends it, so that the desk that is
// live stays.
try {
  readWebOptions(process.env)
  await writeOutput(path.join(import.meta.dirname, '../../.vercel/output'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
