import path from 'node:path'
import { readWebOptions } from './server/web-options.ts'
import { writeOutput } from './server/write-output.ts'

// Vercel builds the desk on the web with this. A missing or wrong variable ends it, so that the live desk
// stays.
try {
  readWebOptions(process.env)
  await writeOutput(path.join(import.meta.dirname, '../../.vercel/output'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
