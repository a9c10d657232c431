import { accepts } from './part.ts'
import { portsOf, type Settings } from './settings.ts'

/** Throws an error that names the port, its purpose and its variable when a port of these parts is taken. */
export async function assertPortsFree(settings: Settings, parts: readonly string[]) {
  const uses = parts.flatMap((part) => portsOf(settings, part))
  for (const [index, { port, purpose, variable }] of uses.entries()) {
    const twin = uses.slice(0, index).find((use) => use.port === port)
    if (twin) {
      throw new Error(`Port ${port} is set for ${twin.purpose} and for ${purpose}; change ${variable}`)
    }
    if (await accepts(port)) {
      throw new Error(`Port ${port} for ${purpose} is already in use; set ${variable} to another port`)
    }
  }
}
