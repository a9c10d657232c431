import { createTransport, type SendMailOptions } from 'nodemailer'
import type { SmtpServer } from './settings.ts'

export type SmtpTransport = ReturnType<typeof createSmtpTransport>

/** A mail, and what is called once all of it was read for the server: before, it cannot have arrived. */
export type WatchedMail = SendMailOptions & { onRead: () => void }

/**
 * Returns nodemailer's connections to a mail server, which are kept for the next mails and closed when there were none for
 * `idleTimeout` ms.
 * Only a server on this machine may be used without TLS.
 */
export function createSmtpTransport(server: SmtpServer, idleTimeout = 5000) {
  const transport = createTransport({
    ...server,
    pool: true,
    // One for the worker's mails, and one so that a test mail does not wait for them.
    maxConnections: 2,
    // A server may close a connection at any time; what it has not begun to take goes over another one, once.
    maxRequeues: 1,
    idleTimeout,
    ...(server.secure || isLoopback(server.host) ? {} : { requireTLS: true }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    // The deadline of a mail ends it sooner.
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
