import type { SendResult } from './deliver.ts'
import { reasonOf } from './reason.ts'

type SmtpError = {
  message?: string
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Takes what nodemailer threw; returns whether the mail may be tried again, with its codes and with words without addresses. */
export function describeFailure(thrown: unknown): SendResult {
  const { message, code, command, responseCode, response } = thrown as SmtpError
  const aboutThisMail = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command ?? '')
  // 530 asks for a login or for TLS (RFC 4954, RFC 3207), so the settings are wrong and not this mail.
  const final = aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 530
  // If the server gave no answer, only a connection error's message is sure to hold nothing of the mail.
  const text = withoutAddresses(response ?? (command === 'CONN' ? (message ?? '') : ''))
  const words = [code ?? 'unexpected', command, text]
  const error = words.filter(Boolean).join(' ')
  return { outcome: final ? 'rejected' : 'failed', error, codes: failureCodes(thrown) }
}

/** Takes what nodemailer threw; returns its codes (RFC 5321, RFC 3463) without any word that the mail server chose. */
export function failureCodes(thrown: unknown): string {
  const { message, code, command, response } = thrown as SmtpError
  const words = command === 'CONN' && !response ? withoutAddresses(message ?? '') : ''
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response ?? '') ?? []
  return [code ?? reasonOf(thrown), command, codes, words].filter(Boolean).join(' ')
}

/** Takes what nodemailer threw when it connected and logged in; returns which of the two went wrong. */
export function connectionFault(thrown: unknown): 'login_refused' | 'no_tls' | 'unreachable' {
  const { message = '', code, command } = thrown as SmtpError
  if (code === 'EAUTH') return 'login_refused'
  // A server that speaks no TLS sends what rustls calls a corrupt message.
  const isAboutTls = command === 'CONN' && /certificate|tls|ssl|corrupt message/i.test(message)
  if (code === 'ETLS' || isAboutTls) return 'no_tls'
  return 'unreachable'
}

/** Removes e-mail addresses, since servers quote the recipient in their answers. */
function withoutAddresses(text: string) {
  return text
    .replace(/<[^>]*>/g, '<…>')
    .replace(/[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
