import { loadEnvFiles } from '../../build/load-env-files.ts'
import { readPort } from '../../lib/machine/ports.ts'
import { serveApp } from '../../lib/machine/serve-app.ts'
import { openDesk } from '../core/open-desk.ts'
import { createApp } from './create-app.ts'

// Serves the desk of the project at SUPABASE_DB_URL, or tells where the local stack serves its own, which starts this as a
// service of its own by `local`.
const isService = process.argv[2] === 'local'
if (!isService) loadEnvFiles('production')
const { SUPABASE_DB_URL: url, GATEWAY_PORT = '' } = process.env
try {
  const port = readPort(process.env, 'deskPort')
  const desk = openDesk(isService ? { GATEWAY_PORT } : process.env)
  const place = isService || !url ? 'local' : new URL(url).host
  const serve = () => serveApp(createApp(desk, port, place), port)
  if (isService) await serve()
  else {
    const address = `http://localhost:${port}`
    const served = await askServed(address)
    if (served !== undefined && served !== place)
      throw new Error(
        `Port ${port} serves the desk of ${served}; end that one, or set DESK_PORT to another port`,
      )
    // Before the address is told, so that a wrong database is a message and not a page.
    await desk.call('attention')
    if (served === undefined) await serve()
    else await desk.close()
    console.log(`\n  The desk  ${address}\n`)
    if (served === undefined) console.log('  Ctrl-C ends it.\n')
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(
    code === 'EADDRINUSE' ? 'The port of the desk is in use; set DESK_PORT to another port' : message,
  )
  process.exit(1)
}

/** Whose desk is served there; undefined when none is. */
async function askServed(address: string): Promise<string | undefined> {
  const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(10_000) })
    .then((response) => response.json())
    .catch(() => undefined)
  return (answer as { desk?: string } | undefined)?.desk
}
