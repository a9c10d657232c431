import { createTransport } from 'nodemailer'
import type { LeadEmail } from './database.ts'
import type { Send, SendResult } from './deliver.ts'
import type { Mailbox, SmtpServer } from './settings.ts'

/** A mail as written, before it is addressed. */
export type Mail = { subject: string; html: string; text: string }

type SmtpOptions = {
  server: SmtpServer
  from: Mailbox
  owner: string
  compose: (email: LeadEmail) => Mail
  /** For all of one mail; far below the lease of 120 seconds. */
  totalTimeoutMs?: number
}

/** Takes server, sender and writer; returns a function that sends one mail over SMTP and tells how it ended. */
export function createSmtpSend({ server, from, owner, compose, totalTimeoutMs = 30_000 }: SmtpOptions): Send {
  const transport = createTransport({
    ...server,
    // Without TLS a mail leaves this machine for none but itself.
    ...(server.secure || isLoopback(server.host) ? {} : { requireTLS: true }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)

  return async (email) => {
    const recipient = email.kind === 'visitor' ? email.email : owner
    try {
      await transport.sendMail({
        ...compose(email),
        from,
        to: { name: '', address: recipient },
        replyTo: email.kind === 'owner' ? { name: '', address: email.email } : undefined,
        envelope: { from: from.address, to: [recipient] },
        // The same for every attempt: a second copy can be told from a second mail.
        messageId: `<${email.id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Resend-Idempotency-Key': email.id },
        signal: AbortSignal.timeout(totalTimeoutMs),
      })
      return { outcome: 'sent' }
    } catch (error) {
      return describeFailure(error)
    }
  }
}

function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

type SmtpError = {
  message?: string
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

function describeFailure(thrown: unknown): SendResult {
  const { message, code, command, responseCode, response } = thrown as SmtpError
  const aboutThisMail = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command ?? '')
  // 530 asks for a login or for TLS (RFC 4954, RFC 3207): it is about us, not about this mail.
  const final = aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 530
  // Without an answer, only a message about the connection is known to tell nothing of the mail.
  const text = withoutAddresses(response ?? (command === 'CONN' ? (message ?? '') : ''))
  const words = [code ?? 'unexpected', command, text]
  return { outcome: final ? 'rejected' : 'failed', error: words.filter(Boolean).join(' ') }
}

/** Servers quote the recipient in their answers; an answer is kept without it. */
function withoutAddresses(text: string) {
  return text
    .replace(/<[^>]*>/g, '<…>')
    .replace(/[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
