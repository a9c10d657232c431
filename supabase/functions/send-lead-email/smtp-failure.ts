import type { SendResult } from './deliver.ts'
import { reasonOf } from './reason.ts'

type SmtpError = {
  message?: string
  code?: string
  command?: string
  response?: string
}

/** Answers that mean a wrong recipient (RFC 3463, 3.2). Postfix's 5.1.0, 5.1.7, 5.1.8, 5.7.1 and Exim's 550 may be about the sender. */
const wrongAddress = /^5\d\d[ -]5\.1\.(?:[1-6]|10)\b/

/** Takes the error of a Post. Returns the mail's outcome, the error codes, and the server's answer without e-mail addresses. */
export function describeFailure(thrown: unknown): Exclude<SendResult, { outcome: 'sent' }> {
  const { message, code, command, response } = thrown as SmtpError
  // Without an answer from the server, an error message may contain parts of the mail. Only the message of a connection
  // error cannot.
  const text = withoutAddresses(response ?? (command === 'CONN' ? (message ?? '') : ''))
  const words = [code ?? 'unexpected', command, text]
  const error = words.filter(Boolean).join(' ')
  return { outcome: outcomeOf(thrown as SmtpError), error, codes: failureCodes(thrown) }
}

function outcomeOf({ code, command, response }: SmtpError) {
  if (code === 'EUNANSWERED') return 'unanswered'
  return command === 'RCPT TO' && wrongAddress.test(response ?? '') ? 'rejected' : 'deferred'
}

/** Returns the codes in a nodemailer error (RFC 5321, RFC 3463). Omits the text of the mail server's answer. */
export function failureCodes(thrown: unknown): string {
  const { message, code, command, response } = thrown as SmtpError
  const words = command === 'CONN' && !response ? withoutAddresses(message ?? '') : ''
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response ?? '') ?? []
  return [code ?? reasonOf(thrown), command, codes, words].filter(Boolean).join(' ')
}

/** Takes the error that nodemailer throws if it cannot connect or log in. Returns what went wrong. */
export function connectionFault(thrown: unknown): 'login_refused' | 'no_tls' | 'unreachable' {
  const { message = '', code, command } = thrown as SmtpError
  if (code === 'EAUTH') return 'login_refused'
  // rustls says "corrupt message" if the server does not speak TLS.
  const isAboutTls = command === 'CONN' && /certificate|tls|ssl|corrupt message/i.test(message)
  if (code === 'ETLS' || isAboutTls) return 'no_tls'
  return 'unreachable'
}

/** Removes e-mail addresses, because servers quote the recipient in their answers. */
function withoutAddresses(text: string) {
  return text
    .replace(/<[^>]*>/g, '<…>')
    .replace(/[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
