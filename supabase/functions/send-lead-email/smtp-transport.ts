import { createTransport, type SendMailOptions } from 'nodemailer'
import { atOnce } from './deliver.ts'
import type { SmtpServer } from './settings.ts'

export type SmtpTransport = ReturnType<typeof createSmtpTransport>

/** A mail. `onRead` is called when nodemailer has read the whole mail. Before this call the mail cannot have arrived. */
export type WatchedMail = SendMailOptions & { onRead: () => void }

/**
 * Returns pooled connections to a mail server. They close after `idleTimeout` ms. Only a server on this machine may be
 * used without TLS.
 */
export function createSmtpTransport(server: SmtpServer, idleTimeout = 5000) {
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: atOnce,
    // A server may close all connections at any time. If a mail's transfer has not begun by then, it uses another
    // connection.
    maxRequeues: atOnce,
    idleTimeout,
    ...(server.secure || isLoopback(server.host) ? {} : { requireTLS: true }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    // The deadline of a mail comes before this timeout.
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
