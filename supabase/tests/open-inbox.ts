import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/**
 * Starts a mail server on a free port of this machine. It keeps every mail, unless the options make it refuse the mail.
 */
export async function openInbox(options: SMTPServerOptions = {}) {
  const mails: { from: string; to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The function keeps its connections for the next mail. On `close` the server waits for them only 1 ms.
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
  // Without this listener, one aborted TLS handshake would end the process.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = async () => {
    // The server unrefs its own timer, so Deno could end before the server is closed.
    const keepAlive = setInterval(() => {}, 1000)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    clearInterval(keepAlive)
  }
  return {
    port,
    mails,
    /** The settings with which the function sends its mails to this server. */
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Brand <hello@brand.example>',
      OWNER_EMAIL: 'owner@brand.example',
      SITE_URL: 'https://training.example',
    },
    /** Parses the mails in the same way as a mail program. */
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
