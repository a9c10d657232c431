import type { LeadMail } from './lead.ts'

/** The labels of the mail states by which the list of leads can be filtered. */
export const mailStates = {
  failed: 'failed',
  held: 'held',
  overdue: 'overdue',
  pending: 'pending',
  sent: 'sent',
}

/** The reasons of a held or cancelled mail. Why a mail failed is said by `explainFailure`. */
const reasons: Record<string, string> = {
  suspected_bot: 'suspected bot',
  limit: 'too many submissions',
  dropped: 'dropped by the operator',
  already_mailed: 'already mailed today',
  suppressed: 'the mailbox gets no more mails',
  in_digest: 'in a digest',
}

/** Returns a mail's state with the reason. The desk, the commands and the exports use the same words. */
export const stateWords = ({ status, reason }: Pick<LeadMail, 'status' | 'reason'>) =>
  [status, reasons[reason ?? '']].filter(Boolean).join(': ')

type Failure = Pick<LeadMail, 'kind' | 'status' | 'last_error'>

/** Errors of mail servers (RFC 5321, RFC 3463), with their meaning and remedy. The first pattern that matches is used. */
const mailErrors: [RegExp, string][] = [
  [/^EAUTH|MAIL FROM 530/, 'The mail server refused the login. Correct SMTP_URL; npm run doctor tries it.'],
  [
    /MAIL FROM|RCPT TO.*(?:5\.1\.[78]\b|sender|from address)/i,
    'The sender was refused. Allow the address in MAIL_FROM at your mail provider, then send again.',
  ],
  [
    /RCPT TO.*relay/i,
    'The mail server does not send for you. Set SMTP_URL to your own provider, with its login, then send again.',
  ],
  [
    /RCPT TO 5\d\d.5\.1\.(?:[1-6]|10)\b/,
    'There is no such mailbox: the address is mistyped or gone. Sending again does not help: call, and have the form filled in again.',
  ],
  [
    /(?:RCPT TO|DATA) (?:[45]\d\d.[45]\.2\.2\b|[45]52(?!.[45]\.[^2]))/,
    'The mailbox is full; the address is right. Send again in some days, or call.',
  ],
  [/ [45]\d\d.[45]\.2\.1\b/, 'The mailbox is switched off at the moment. Send again in some days, or call.'],
  [
    /RCPT TO 4\d\d.4\.7\.|gr[ae]y-?list|RCPT TO 45[01](?!.4\.[1-6])/i,
    'The receiver asks unknown senders to come back later (greylisting). Nothing is to be done: it is tried again.',
  ],
  [
    / [45]\d\d.[45]\.7\.(?:2\d|30)\b|\b(?:spf|dkim|dmarc)\b/i,
    'The receiver’s policy asks for a proven sender. Set up SPF, DKIM and DMARC at your mail provider; npm run doctor looks at them. Then send again.',
  ],
  [
    /DATA.*spam/i,
    'The receiver took the message for spam. Ask your mail provider about its reputation, then send again.',
  ],
  [
    / [45]\d\d.[45]\.7\.1\b|block(?:ed|ing)? (?:list|using)|blacklist|blocklist|spamhaus/i,
    'The receiver blocks your mail server, which may be on a blocklist. Ask your mail provider to have it taken off, then send again.',
  ],
  [/ [45]\d\d.[45]\.7\./, 'The receiver refused by a policy of its own. Ask your mail provider, or call.'],
  [/RCPT TO/, 'The receiver does not take mail for this address at the moment. Send again later, or call.'],
  [
    /^EUNANSWERED/,
    'The mail server took the message and did not say so: it may have arrived. Ask before you send again.',
  ],
  [
    /^EMESSAGE|^\w+ DATA/,
    'The mail server refused the message, for a limit of the day for example. Ask your mail provider, then send again.',
  ],
  [
    /^ETLS|certificate/i,
    'There was no safe connection to the mail server. Correct SMTP_URL; npm run doctor tries it.',
  ],
  [
    /^E(?:CONN|TIME|SOCKET|DNS|NOTFOUND|PROTOCOL)/,
    'The mail server was not reached. It is tried again; npm run doctor tries it at once.',
  ],
  [/^no worker came back/, 'Sending broke off: npm run doctor says what is wrong.'],
]

const webhookErrors: [RegExp, string][] = [
  [/^HTTP 410/, 'The address in LEADS_WEBHOOK_URL exists no longer.'],
  [/^HTTP/, 'The address in LEADS_WEBHOOK_URL did not take the lead.'],
  [/^no worker came back/, 'Posting broke off: npm run doctor says what is wrong.'],
  [/^E/, 'The address in LEADS_WEBHOOK_URL was not reached.'],
]

/** Returns why the last attempt to send a mail or webhook failed, with the error codes and a remedy. Null without an error. */
export function explainFailure({ kind, status, last_error }: Failure): string | null {
  if (last_error === null) return null
  const known = kind === 'webhook' ? webhookErrors : mailErrors
  const sentence = known.find(([beginning]) => beginning.test(last_error))?.[1]
  return `${status === 'failed' ? '' : 'The attempt before: '}${sentence ? `${sentence} (${last_error})` : last_error}`
}
