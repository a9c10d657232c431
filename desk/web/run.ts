import { loadEnvFiles } from '../../build/load-env-files.ts'
import { readPort } from '../../lib/machine/ports.ts'
import { serveApp } from '../../lib/machine/serve-app.ts'
import { openDesk } from '../core/open-desk.ts'
import { createApp } from './create-app.ts'

// Serves the desk of the database at SUPABASE_DB_URL. Without SUPABASE_DB_URL, prints where the local stack serves its own desk.
// The stack itself starts that desk with the argument `local`.
const isPartOfStack = process.argv[2] === 'local'
if (!isPartOfStack) loadEnvFiles('production', 'operator.env')
const { SUPABASE_DB_URL, GATEWAY_PORT = '' } = process.env
try {
  const port = readPort(process.env, 'deskPort')
  const desk = openDesk(isPartOfStack ? { GATEWAY_PORT } : process.env)
  // The desk reads once before it prints its address, so that a wrong database gives a message and not a broken page.
  if (!isPartOfStack) await desk.call('attention')
  const isServer = isPartOfStack || SUPABASE_DB_URL
  if (isServer) await serveApp(createApp(desk, port), port)
  if (!isPartOfStack) console.log(`\n  The desk  http://localhost:${port}\n`)
  if (!isPartOfStack && isServer) console.log('  Ctrl-C ends it.\n')
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(
    code === 'EADDRINUSE'
      ? 'The port of the desk is in use, by npm start or by another desk: end that one, or set DESK_PORT to another port'
      : message,
  )
  process.exit(1)
}
