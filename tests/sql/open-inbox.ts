import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/**
 * Starts a mail server on a free port of this machine. It keeps every email, unless the options say that it
 * should refuse the email.
 */
export async function openInbox(options: SMTPServerOptions = {}) {
  const mails: { from: string; to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The function keeps its connections open for the next email. When the server is closed, it therefore
    // waits only 1 ms for them.
    closeTimeout: 1,
    onData(stream, { envelope }, callback) {
      const chunks: Uint8Array[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const raw = new TextDecoder().decode(joined(chunks))
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
        callback()
      })
    },
    ...options,
  })
  // Without this listener, the process would end as soon as a TLS handshake is aborted.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = async () => {
    // The timer of the server does not keep Deno running, so Deno could exit before the server is closed. This timer
    // does.
    const keepAlive = setInterval(() => {}, 1000)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    clearInterval(keepAlive)
  }
  return {
    port,
    mails,
    /** With these settings, the function sends its emails to this server. */
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Brand <hello@brand.example>',
      OWNER_EMAIL: 'owner@brand.example',
      SITE_URL: 'https://training.example',
    },
    /** Reads the emails in the same way as a mail program. */
    read: () => Promise.all(mails.map(({ raw }) => PostalMime.parse(raw))),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function joined(chunks: Uint8Array[]) {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
