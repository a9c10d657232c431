import type { LeadMail } from './lead.ts'

/** The states of a mail that a list can be restricted to, as desk.list_leads names them. */
export const mailStates = {
  dead: 'failed',
  held: 'held back',
  overdue: 'overdue',
  waiting: 'waiting',
  sent: 'sent',
}

const states: Record<string, string> = {
  ...mailStates,
  pending: 'waiting',
  sending: 'being sent',
  skipped: 'not sent, had one today',
  digested: 'in a digest',
}

/** Returns in which state a mail is, in the words that are used wherever a person reads it. */
export const stateWords = ({ status }: Pick<LeadMail, 'status'>) => states[status] ?? status

type Failure = Pick<LeadMail, 'kind' | 'status' | 'last_error'>

/** What the beginning of an error says, and the sentence for a marketer: the first one that fits. */
const mailErrors: [RegExp, string][] = [
  [
    /RCPT TO 5\d\d.5\.1\.[1-6]/,
    'The mail server refused this address for good: it is mistyped or gone. Sending again does not help.',
  ],
  [/RCPT TO/, 'The mail server does not take mail for this address at the moment, or not from this sender.'],
  [/^EAUTH|MAIL FROM 530/, 'The mail server refused the login in SMTP_URL.'],
  [/MAIL FROM/, 'The mail server refused the sender in MAIL_FROM.'],
  [/^EUNANSWERED/, 'The mail server took the message and did not say so: it may have arrived.'],
  [
    /^EMESSAGE|^\w+ DATA/,
    'The mail server refused the message, for a limit of the day or as spam for example.',
  ],
  [/^ETLS|certificate/i, 'There was no safe connection to the mail server.'],
  [/^E(?:CONN|TIME|SOCKET|DNS|NOTFOUND|PROTOCOL)/, 'The mail server was not reached.'],
  [/^no worker came back/, 'Sending broke off: npm run doctor says what is wrong.'],
]

const webhookErrors: [RegExp, string][] = [
  [/^HTTP 410/, 'The address in LEADS_WEBHOOK_URL exists no longer.'],
  [/^HTTP/, 'The address in LEADS_WEBHOOK_URL did not take the lead.'],
  [/^no worker came back/, 'Posting broke off: npm run doctor says what is wrong.'],
  [/^E/, 'The address in LEADS_WEBHOOK_URL was not reached.'],
]

/**
 * Returns why a mail or webhook failed, in a sentence where its class is known, with the codes after it, and says so where
 * that was the attempt before; null without an error.
 */
export function explainFailure({ kind, status, last_error }: Failure): string | null {
  if (last_error === null) return null
  const known = kind === 'webhook' ? webhookErrors : mailErrors
  const sentence = known.find(([beginning]) => beginning.test(last_error))?.[1]
  return `${status === 'dead' ? '' : 'The attempt before: '}${sentence ? `${sentence} (${last_error})` : last_error}`
}
