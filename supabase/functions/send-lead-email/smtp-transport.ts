import { createTransport, type SendMailOptions } from 'nodemailer'
import { atOnce } from './deliver.ts'
import type { SmtpServer } from './settings.ts'

export type SmtpTransport = ReturnType<typeof createSmtpTransport>

/**
 * An email with a callback. When nodemailer has read the whole email, it calls `onRead`. Before this call,
 * the email cannot have arrived.
 */
export type WatchedMail = SendMailOptions & { onRead: () => void }

/**
 * Returns a pool of connections to a mail server. An idle connection closes after `idleTimeout` ms. TLS is required
 * unless the server is on this machine.
 */
export function createSmtpTransport(server: SmtpServer, idleTimeout = 5000) {
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: atOnce,
    // A server may close all connections at any time. If the transfer of an email has not begun by then, the
    // email goes over another connection.
    maxRequeues: atOnce,
    idleTimeout,
    ...(server.secure || isLoopback(server.host) ? {} : { requireTLS: true }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    // The deadline of an email always comes before this timeout.
    socketTimeout: 40_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', ({ data, message }, done) => {
    const { onRead } = data as Partial<WatchedMail>
    if (onRead) message.processFunc((content) => content.once('end', onRead))
    done()
  })
  return transport
}

function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
