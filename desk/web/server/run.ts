import { loadEnvFiles } from '../../../lib/load-env-files.ts'
import { makeDeskKey, readDeskKey, withKey } from '../../../machine/desk-key.ts'
import { readPort } from '../../../machine/ports.ts'
import { serveApp } from '../../../machine/serve-app.ts'
import { openDesk } from '../../core/open-desk.ts'
import { buildInterface } from './build-interface.ts'
import { createApp } from './create-app.ts'
import { isLocal, localHelp } from './local-variables.ts'
import { openBrowser } from './open-browser.ts'
import { serveWeb } from './serve-web.ts'

// Serves the desk of the database at SUPABASE_DB_URL. Without it, prints the address of the desk in the local
// stack, which starts its own with the argument `local`. `--web` serves the desk on the web, which must not
// learn what is in the files.
const isWeb = process.argv[2] === '--web'
const isPartOfStack = process.argv[2] === 'local'
if (!isPartOfStack && !isWeb) loadEnvFiles('production', 'operator.env')
const { SUPABASE_DB_URL, GATEWAY_PORT = '', PORT, DESK_KEY, SMTP_URL } = process.env
async function serveHere() {
  const port = readPort(process.env, 'deskPort')
  const variables = isPartOfStack ? { GATEWAY_PORT, PORT, DESK_KEY, SMTP_URL } : process.env
  const desk = openDesk(variables)
  // The first query runs before the address is printed: a wrong database then gives an error message and not
  // a broken page.
  if (!isPartOfStack) await desk.call('attention')
  const isServer = isPartOfStack || SUPABASE_DB_URL
  const key = isServer ? await makeDeskKey(process.env) : (readDeskKey(process.env) ?? '')
  if (isServer) await serveApp(createApp(desk, { port, key, ui: await buildInterface(), variables }), port)
  if (!isPartOfStack) {
    console.log(`\n  The desk  ${withKey(port, key)}\n`)
    if (process.stdout.isTTY) await openBrowser(withKey(port, key))
  }
  if (!isPartOfStack && isServer) console.log('  Ctrl-C ends it.\n')
}

try {
  if (isWeb) {
    console.log(`\n  The desk  ${await serveWeb(process.env)}\n`)
    if (isLocal(process.env)) console.log(localHelp(process.env))
    console.log('  Ctrl-C ends it.\n')
  } else await serveHere()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(
    code === 'EADDRINUSE'
      ? `The desk’s port is in use by npm start or by another desk: stop that one, or set ${isWeb ? 'WEB_DESK_PORT' : 'DESK_PORT'} to another port`
      : message,
  )
  process.exit(1)
}
