import { readPort } from '../../../machine/ports.ts'
import { serveApp } from '../../../machine/serve-app.ts'
import { buildInterface } from './build-interface.ts'
import { createWebApp } from './create-web-app.ts'
import { readWebOptions } from './web-options.ts'

type Variables = Record<string, string | undefined>

/**
 * Serves the desk on the web on the loopback addresses of this server, at DESK_PORT. A proxy in front of it has the
 * certificate, passes the header Host on, and adds the address of the visitor to X-Forwarded-For. Returns the address of
 * the desk. Throws an error with a remedy.
 */
export async function serveWeb(variables: Variables): Promise<string> {
  const options = readWebOptions(variables)
  const port = readPort(variables, 'deskPort')
  await serveApp(createWebApp({ ...options, ui: await buildInterface() }), port)
  return options.origin
}
