import { cleanText } from '../_shared/clean-text.ts'
import { isBadAddress } from './bad-address.ts'
import type { SendResult } from './deliver.ts'
import { reasonOf } from './reason.ts'

type SmtpError = {
  message?: string
  code?: string
  command?: string
  response?: string
}

/**
 * Takes what a Post threw. Returns the outcome, the codes, and the server's answer without email addresses.
 */
export function describeFailure(thrown: unknown): Exclude<SendResult, { outcome: 'sent' }> {
  const { message, code, command, response } = thrown as SmtpError
  // Without an answer, the message may contain parts of the email, unless it failed while connecting.
  const text = withoutAddresses(response ?? (command === 'CONN' ? (message ?? '') : ''))
  const words = [code ?? 'unexpected', command, text]
  const error = words.filter(Boolean).join(' ')
  return { outcome: outcomeOf(thrown as SmtpError), error, codes: failureCodes(thrown) }
}

function outcomeOf({ code, command, response }: SmtpError) {
  if (code === 'EUNANSWERED') return 'unanswered'
  return command === 'RCPT TO' && isBadAddress(response ?? '') ? 'rejected' : 'deferred'
}

/** Of an error of nodemailer (RFC 5321, RFC 3463), without the server's text. */
export function failureCodes(thrown: unknown): string {
  const { message, code, command, response } = thrown as SmtpError
  const words = command === 'CONN' && !response ? withoutAddresses(message ?? '') : ''
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response ?? '') ?? []
  return [code ?? reasonOf(thrown), command, codes, words].filter(Boolean).join(' ')
}

/** Of nodemailer's error while connecting or logging in. */
export function connectionFault(thrown: unknown): 'login_refused' | 'no_tls' | 'unreachable' {
  const { message = '', code, command } = thrown as SmtpError
  if (code === 'EAUTH') return 'login_refused'
  // For a server without TLS, rustls says "corrupt message".
  const isAboutTls = command === 'CONN' && /certificate|tls|ssl|corrupt message/i.test(message)
  if (code === 'ETLS' || isAboutTls) return 'no_tls'
  return 'unreachable'
}

/** A server may quote the recipient. */
function withoutAddresses(text: string) {
  return cleanText(text)
    .replace(/<[^<>]*>/g, '<…>')
    .replace(/(?<![^\s<>()"',;:])[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
