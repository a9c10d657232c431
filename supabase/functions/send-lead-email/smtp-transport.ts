import { createTransport } from 'nodemailer'
import type { SmtpServer } from './settings.ts'

export type SmtpTransport = ReturnType<typeof createSmtpTransport>

/** Returns nodemailer's connection to a mail server. Only a server on this machine may be used without TLS. */
export function createSmtpTransport(server: SmtpServer) {
  return createTransport({
    ...server,
    ...(server.secure || isLoopback(server.host) ? {} : { requireTLS: true }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
