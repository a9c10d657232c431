import { createTransport, type SendMailOptions } from 'nodemailer'
import { atOnce } from './deliver.ts'
import type { SmtpServer } from './settings.ts'

export type SmtpTransport = ReturnType<typeof createSmtpTransport>

/** nodemailer calls `onRead` when it has read the whole email. Before, it cannot have arrived. */
export type WatchedMail = SendMailOptions & { onRead: () => void }

/**
 * A pool of connections. An idle one closes after `idleTimeout` ms. TLS is required, except to this machine.
 */
export function createSmtpTransport(server: SmtpServer, idleTimeout = 5000) {
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: atOnce,
    // A server may close all connections at any time. An email whose transfer has not begun takes another
    // one.
    maxRequeues: atOnce,
    idleTimeout,
    ...(server.secure || isLoopback(server.host) ? {} : { requireTLS: true }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    // An email's deadline is always earlier.
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
