import { deskPort } from '../supabase/functions/_shared/desk-url.ts'

export const ports = {
  pagePort: { service: 'next', purpose: 'the page', variable: 'PORT', port: 3000 },
  deskPort: { service: 'desk', purpose: 'the desk', variable: 'DESK_PORT', port: deskPort },
  gatewayPort: { service: 'gateway', purpose: 'the Supabase gateway', variable: 'GATEWAY_PORT', port: 54321 },
  inboxPort: { service: 'inbox', purpose: 'the inbox', variable: 'INBOX_PORT', port: 54324 },
  smtpPort: { service: 'inbox', purpose: 'mail (SMTP)', variable: 'SMTP_PORT', port: 54325 },
  webPort: { service: 'web', purpose: 'the desk on the web', variable: 'WEB_DESK_PORT', port: 54327 },
  functionPort: { service: 'function', purpose: 'the function host', variable: 'FUNCTION_PORT', port: 54326 },
} as const

export type PortName = keyof typeof ports

/** Throws an error that names an invalid variable. */
export function readPort(env: Record<string, string | undefined>, name: PortName): number {
  const { variable, port: usual } = ports[name]
  const port = Number(env[variable] || usual)
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port
  throw new Error(`${variable} is '${env[variable]}', which is not a port (1 to 65535)`)
}
