import { createServer } from 'node:net'
import type { Settings } from './settings.ts'

/** A port that a part listens on, and the variable that moves it elsewhere. */
export type PortUse = { port: number; purpose: string; variable: string }

/** The ports of the local stack, each with its purpose. */
export function portsOf(settings: Settings) {
  return {
    next: [{ port: settings.pagePort, purpose: 'the page', variable: 'PORT' }],
    gateway: [{ port: settings.gatewayPort, purpose: 'the Supabase gateway', variable: 'GATEWAY_PORT' }],
    inbox: [
      { port: settings.inboxPort, purpose: 'the inbox', variable: 'INBOX_PORT' },
      { port: settings.smtpPort, purpose: 'mail (SMTP)', variable: 'SMTP_PORT' },
    ],
    function: [{ port: settings.functionPort, purpose: 'the function host', variable: 'FUNCTION_PORT' }],
  } satisfies Record<string, PortUse[]>
}

/** Throws an error that names the port, its purpose and its variable when one of them is taken. */
export async function assertPortsFree(uses: PortUse[]) {
  for (const [index, { port, purpose, variable }] of uses.entries()) {
    const twin = uses.slice(0, index).find((use) => use.port === port)
    if (twin)
      throw new Error(`Port ${port} is set for ${twin.purpose} and for ${purpose}; change ${variable}`)
    if (await isTaken(port)) {
      throw new Error(`Port ${port} for ${purpose} is already in use; set ${variable} to another port`)
    }
  }
}

// Loopback and wildcard, both families: some systems let a second server bind next to the first, and a browser that
// asks for localhost may then reach the wrong one.
async function isTaken(port: number) {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    const code = await new Promise<string | undefined>((resolve) => {
      const server = createServer()
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
    })
    if (code === 'EADDRINUSE' || code === 'EACCES') return true
  }
  return false
}
