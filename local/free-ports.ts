import { accepts } from './service.ts'
import { portsOf, type Settings } from './settings.ts'

/** Throws an error that names the first port that is in use or is set for two services. */
export async function assertPortsFree(settings: Settings, services: readonly string[]) {
  const uses = services.flatMap((service) => portsOf(settings, service))
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
