import { loadEnvFiles } from '../build/load-env-files.ts'
import { readSettings } from '../local/settings.ts'
import { createApp } from './http/create-app.ts'
import { serveApp } from './http/serve-app.ts'
import { openDesk } from './open-desk.ts'

// Serves the desk of the project at SUPABASE_DB_URL, or tells where the local stack serves its own.
loadEnvFiles('production')
try {
  const { deskPort } = readSettings()
  const desk = openDesk(process.env)
  const address = `http://localhost:${deskPort}`
  const { SUPABASE_DB_URL: url } = process.env
  const place = url ? new URL(url).host : 'local'
  const served = await askServed(address)
  if (served !== undefined && served !== place)
    throw new Error(
      `Port ${deskPort} serves the desk of ${served}; end that one, or set DESK_PORT to another port`,
    )
  // Before the address is told, so that a wrong database is a message and not a page.
  await desk.call('attention')
  if (served === undefined) await serveApp(createApp(desk, deskPort, place), deskPort)
  else await desk.close()
  console.log(`\n  The desk  ${address}\n`)
  if (served === undefined) console.log('  Ctrl-C ends it.\n')
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
