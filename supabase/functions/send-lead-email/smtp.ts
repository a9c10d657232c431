import { createTransport } from 'nodemailer'
import type { LeadEmail } from './database.ts'
import type { Send, SendResult } from './deliver.ts'
import type { Mailbox, SmtpServer } from './settings.ts'

export type Mail = { subject: string; html: string; text: string }

type SmtpOptions = {
  server: SmtpServer
  from: Mailbox
  owner: string
  compose: (email: LeadEmail) => Mail
  /** Limit for sending one mail, far below the lease of 120 s. */
  totalTimeoutMs?: number
}

/** Returns a function that sends one mail over SMTP, to the visitor or to the owner. It never throws. */
export function createSmtpSend({ server, from, owner, compose, totalTimeoutMs = 30_000 }: SmtpOptions): Send {
  const transport = createTransport({
    ...server,
    // Only a mail server on this machine may be used without TLS.
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
        // The same for every attempt, so that a duplicate can be recognised.
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
  // 530 asks for a login or for TLS (RFC 4954, RFC 3207), so the settings are wrong and not this mail.
  const final = aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 530
  // If the server gave no answer, only a connection error's message is sure to hold nothing of the mail.
  const text = withoutAddresses(response ?? (command === 'CONN' ? (message ?? '') : ''))
  const words = [code ?? 'unexpected', command, text]
  return { outcome: final ? 'rejected' : 'failed', error: words.filter(Boolean).join(' ') }
}

/** Removes e-mail addresses, since servers quote the recipient in their answers. */
function withoutAddresses(text: string) {
  return text
    .replace(/<[^>]*>/g, '<…>')
    .replace(/[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
