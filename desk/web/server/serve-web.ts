import { readPort } from '../../../machine/ports.ts'
import { serveApp } from '../../../machine/serve-app.ts'
import { buildInterface } from './build-interface.ts'
import { createWebApp } from './create-web-app.ts'
import { isLocal, joinLocalStack, localVariables } from './local-variables.ts'
import { readWebOptions } from './web-options.ts'

type Variables = Record<string, string | undefined>

/**
 * Listens on loopback at WEB_DESK_PORT. A proxy in front has the certificate, passes the header Host on, and
 * adds the visitor's address to X-Forwarded-For. Without variables, serves the local stack. Returns the
 * address. Throws an error with a remedy.
 */
export async function serveWeb(variables: Variables): Promise<string> {
  const isHere = isLocal(variables)
  const options = readWebOptions(isHere ? { ...variables, ...localVariables(variables) } : variables)
  if (isHere) await joinLocalStack(variables)
  const port = readPort(variables, 'webPort')
  await serveApp(createWebApp({ ...options, ui: await buildInterface() }), port)
  return options.origin
}
