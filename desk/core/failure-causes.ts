import { type MetaFault, metaFault } from '../../supabase/functions/send-lead-email/ads/meta-fault.ts'
import { badAddressCode } from '../../supabase/functions/send-lead-email/bad-address.ts'
import type { LeadMail } from './lead.ts'

type Failure = Pick<LeadMail, 'kind' | 'status' | 'reason' | 'last_error'>

/** `remedy` says what the cause means and what to do. Sending again does not help with a final cause. */
type Cause = { id: string; title: string; pattern: RegExp; remedy: string; isFinal?: true }

const noMailbox = new RegExp(`RCPT TO 5\\d\\d.${badAddressCode}\\b`)

/** A colleague's copy has a cause of its own: no person's address is to be corrected. */
const colleagueCauses: Cause[] = [
  {
    id: 'no-colleague',
    title: 'A colleague has no such mailbox',
    pattern: noMailbox,
    remedy:
      'The mailbox of a colleague does not exist. Correct the address on the page Settings, then drop these copies. You got your own emails.',
    isFinal: true,
  },
]

// What only the technician of the site can do. docs/operate.md says what that is.
const setter = 'Whoever set up the site'

// A server may say so at any step, also when it hears the sender.
const onList = 'block(?:ed|ing)? (?:list|using)|blacklist|blocklist|spamhaus|spamcop'

const brokeOff = 'Sending was interrupted. If that happens again, whoever set up the site can find out why.'

/** Errors of mail servers (RFC 5321, RFC 3463). The first pattern that matches is used. */
const mailCauses: Cause[] = [
  {
    id: 'login',
    title: 'The login was refused',
    pattern: /^EAUTH|MAIL FROM 530/,
    remedy: `The mail server refused the login. ${setter} has to correct it in the setup.`,
  },
  {
    id: 'sandbox',
    title: 'Your mail account is still limited',
    // Amazon SES, Mailgun, Postmark, Resend, SendGrid, MailerSend, Mailtrap and Brevo, in their own words.
    pattern:
      /sandbox|(?:failed the check in region|address is not verified)|(?:authorized|verified) recipients|pending approval|(?:testing|test) emails? to your own|only (?:be )?(?:used|sen[dt]) [a-z ]{0,20}to (?:the )?account owner|trial (?:account|period|mode)|test mode|demo (?:domain|account)s? can|account (?:is )?(?:not (?:yet )?(?:activated|approved)|under review|awaiting approval)/i,
    remedy:
      'Your mail provider sends only to addresses that it has verified, because the account is still in its sandbox (a trial). So you get your own emails, and visitors get none. Ask the provider for production access and have the domain of the sender verified, then send again.',
  },
  {
    id: 'no-mailbox',
    title: 'No such mailbox',
    // AOL and Yahoo say it in words, under the code of a full mailbox. 5.4.1 is Exchange Online.
    pattern: new RegExp(
      `${noMailbox.source}|RCPT TO 550.5\\.4\\.1 .{0,20}recipient address rejected: access denied|RCPT TO 5(?:11|5[0-4])(?!.5\\.[2-7]\\.|.*(?:sender|from address|relay|spf|policy|quota|full)).{0,60}(?:(?:mailbox|user|recipient|account|address) (?:is )?(?:not found|unknown|invalid|unavailable or not local|not local)|address rejected|unrouteable address|no such (?:user|mailbox|recipient|address)|(?:unknown|invalid|no) (?:user|recipient|mailbox)|(?:does not|doesn't) exist|doesn't have a)`,
      'i',
    ),
    remedy:
      'There is no such mailbox: the address is mistyped or gone. Sending again does not help: call, and correct the address on their page. Then it can be sent.',
    isFinal: true,
  },
  {
    id: 'full',
    title: 'The mailbox is full',
    pattern:
      /^(?!.*gr[ae]y-?list).*(?:(?:RCPT TO|DATA) (?:[45]\d\d.[45]\.2\.2\b|[45]52(?!.[45]\.[^2]))|RCPT TO [45]\d\d.{0,60}\b(?:mailbox|inbox|storage)\b.{0,20}(?:\bfull\b|quota|(?:out of|over its) (?:storage|space)))/i,
    remedy: 'The mailbox is full; the address is right. Send again in some days, or call.',
  },
  {
    id: 'limit',
    title: 'A sending limit is reached',
    // Gmail 5.4.5, Zoho 5.4.6, Exchange 5.2.3 to 5.1.90, and those without a code.
    pattern:
      /^E\w+ (?:MAIL FROM|DATA|RCPT TO) (?:[45]\d\d.[45]\.(?:4\.[56]|7\.(?:28|232)|1\.90)\b|.*(?:(?:sending|daily|hourly|monthly|message|mail|email|recipient|rate|account|plan)[a-z ]{0,30}(?:limit|quota|allowance)|exceeded the max|too much mail|ratelimit|(?:limit|quota)[a-z ]{0,20} (?:exceeded|reached)(?<!mailbox.{0,40})|unusual sending|too many (?:messages|emails|emails|recipients|connections)|maximum (?:send|credits)|credits? exhausted|throttl))/i,
    remedy:
      'Your mail provider’s limit for sending is reached. Send again when it is over, usually the next day, or take a plan or a provider that allows more.',
  },
  {
    id: 'sender',
    title: 'The sender was refused',
    pattern: new RegExp(
      `^(?!.*(?:${onList})).*(?:MAIL FROM|RCPT TO.*(?:5\\.1\\.[78]\\b|sender|from address))`,
      'i',
    ),
    remedy: 'The sender was refused. Allow the address of the sender at your mail provider, then send again.',
  },
  {
    id: 'relay',
    title: 'The server does not send for you',
    pattern: /RCPT TO.*relay/i,
    remedy: `The mail server does not send for you. ${setter} has to enter your own mail provider with its login. Then send again.`,
  },
  {
    id: 'switched-off',
    title: 'The mailbox is switched off',
    pattern: / [45]\d\d.[45]\.2\.1\b|RCPT TO .*(?:mailbox|account)[a-z ]{0,40} (?:disabled|inactive)\b/i,
    remedy: 'The mailbox is switched off at the moment. Send again in some days, or call.',
  },
  {
    id: 'greylist',
    title: 'The receiver asks for it later',
    pattern: /RCPT TO 4\d\d.4\.7\.|gr[ae]y-?list|RCPT TO 45[01](?!.4\.[1-6])/i,
    remedy:
      'The receiver asks unknown senders to come back later (greylisting). There is nothing to do: it will be tried again.',
  },
  {
    id: 'unproven',
    title: 'The sender is not proven',
    pattern: / [45]\d\d.[45]\.7\.(?:2\d|30)\b|\b(?:spf|dkim|dmarc)\b/i,
    remedy:
      'The receiver’s policy asks for a proven sender. Press “Check my domain” on the page Emails, set up what is missing at your mail provider, then send again.',
  },
  {
    id: 'spam',
    title: 'Taken for spam',
    pattern: /DATA.*spam/i,
    remedy:
      'The receiver took the message for spam. Ask your mail provider about its reputation, then send again.',
  },
  {
    id: 'blocklist',
    title: 'On a blocklist',
    pattern: new RegExp(` [45]\\d\\d.[45]\\.7\\.1\\b|${onList}`, 'i'),
    remedy:
      'The receiver blocks your mail server, which may be on a blocklist. Ask your mail provider to have it taken off, then send again.',
  },
  {
    id: 'policy',
    title: 'Refused by a policy',
    pattern: / [45]\d\d.[45]\.7\./,
    remedy: 'The receiver refused by a policy of its own. Ask your mail provider, or call.',
  },
  {
    id: 'not-now',
    title: 'Not taken at the moment',
    pattern: /RCPT TO/,
    remedy: 'The receiver does not take email for this address at the moment. Send again later, or call.',
  },
  {
    id: 'unanswered',
    title: 'No answer came',
    pattern: /^EUNANSWERED/,
    remedy:
      'The mail server may have taken the message without saying so. Ask the person before you send it again.',
  },
  {
    id: 'message',
    title: 'The server refused the message',
    pattern: /^EMESSAGE|^\w+ DATA/,
    remedy:
      'The mail server refused the message, for example because of a daily limit. Ask your mail provider, then send again.',
  },
  {
    id: 'connection',
    title: 'No secure connection',
    pattern: /^ETLS|certificate/i,
    remedy: `There was no secure connection to the mail server. ${setter} has to correct it in the setup.`,
  },
  {
    id: 'unreached',
    title: 'The server was not reached',
    pattern: /^E(?:CONN|TIME|SOCKET|DNS|NOTFOUND|PROTOCOL)/,
    remedy: 'The mail server was not reached. The email is tried again automatically.',
  },
  {
    id: 'broke-off',
    title: 'Sending was interrupted',
    pattern: /^no worker came back/,
    remedy: brokeOff,
  },
  {
    id: 'bounced',
    title: 'The email came back',
    pattern: /^bounced/,
    remedy:
      'The email came back: the address is mistyped or gone, and gets no more emails. Call instead, and correct the address on their page.',
    isFinal: true,
  },
  {
    id: 'returned',
    title: 'The email came back for now',
    pattern: /^returned/,
    remedy:
      'The email came back, but the address may be right: the mailbox is full, or its server refused us. Call, or send it again.',
  },
  {
    id: 'complained',
    title: 'Reported as spam',
    pattern: /^complained/,
    remedy: 'The receiver reported the email as spam, so the mailbox gets no more emails. Call instead.',
    isFinal: true,
  },
]

const webhookCauses: Cause[] = [
  {
    id: 'webhook-gone',
    title: 'The connected system is gone',
    pattern: /^HTTP 410/,
    remedy: 'The address of the connected system no longer exists.',
  },
  {
    id: 'webhook-refused',
    title: 'The connected system refused the lead',
    pattern: /^HTTP/,
    remedy: 'The connected system did not take the lead.',
  },
  {
    id: 'webhook-broke-off',
    title: 'Sending to the connected system was interrupted',
    pattern: /^no worker came back/,
    remedy: brokeOff,
  },
  {
    id: 'webhook-unreached',
    title: 'The connected system was not reached',
    pattern: /^E/,
    remedy: 'The connected system was not reached.',
  },
]

const thenTold = 'What is less than a week old is then reported automatically.'

/** Nobody can report a person to Meta by hand, so a marketer can only wait, drop, or ask for a repair. */
const metaCauses: Record<MetaFault, Omit<Cause, 'pattern'>> = {
  token: {
    id: 'ad-token',
    title: 'The access token for Meta has ended',
    remedy: `Meta does not take the access token any more: it has expired, or somebody withdrew it. ${setter} generates a new one in the Events Manager (Settings of the dataset, Conversions API), and enters it with npm run setup -- meta. ${thenTold}`,
  },
  dataset: {
    id: 'ad-dataset',
    title: 'Meta does not find the dataset',
    remedy: `There is no dataset with this id, or the access token was made for another one. ${setter} compares the id with the Events Manager (Settings), generates a token in the settings of that dataset, and enters both with npm run setup -- meta. ${thenTold}`,
  },
  permission: {
    id: 'ad-permission',
    title: 'The access token may not report to Meta',
    remedy: `The access token has no permission to send events to the dataset. Whoever manages your business at Meta gives the token’s system user full control of the dataset (Business settings, Data sources). ${thenTold}`,
  },
  blocked: {
    id: 'ad-blocked',
    title: 'Meta has blocked your account for now',
    remedy:
      'Meta says that your account broke one of its rules. Look for its message in Business Support Home. It is tried again every hour.',
  },
  limit: {
    id: 'ad-limit',
    title: 'Meta got too much at once',
    remedy:
      'Meta limits how much it takes at a time. There is nothing to do: it is tried again automatically.',
  },
  down: {
    id: 'ad-down',
    title: 'Meta does not work at the moment',
    remedy: 'The fault is at Meta. There is nothing to do: it is tried again automatically for a week.',
  },
  late: {
    id: 'ad-late',
    title: 'Too late for Meta',
    remedy:
      'Meta takes only what happened in the last seven days. Sending again does not help: drop it. The lead is stored as always, but Meta does not count it.',
    isFinal: true,
  },
  refused: {
    id: 'ad-refused',
    title: 'Meta refused the event',
    remedy: `Meta’s answer says why. ${setter} can repair it. Then send it again, or drop it: the lead is stored as always, but Meta does not count it.`,
  },
}

const adCauses: Cause[] = [
  {
    id: 'ad-broke-off',
    title: 'Reporting to Meta was interrupted',
    pattern: /^no worker came back/,
    remedy: brokeOff,
  },
  {
    id: 'ad-unreached',
    title: 'Meta was not reached',
    pattern: /^E/,
    remedy: 'Meta was not reached. It is tried again automatically.',
  },
]

const unknownCause = {
  id: 'other',
  title: 'Another error',
  remedy: 'The server’s answer says why. Then send again, or call.',
}

const causesOf = (kind: string) => {
  if (kind === 'webhook') return webhookCauses
  if (kind === 'ad') return adCauses
  return kind === 'colleague' ? [...colleagueCauses, ...mailCauses] : mailCauses
}

type Failed = Pick<Failure, 'kind' | 'reason' | 'last_error'>

function findCause({ kind, reason, last_error }: Failed): Omit<Cause, 'pattern'> | undefined {
  const error = last_error ?? ''
  // Whatever the reason was, it is too old for Meta now.
  const fault = kind === 'ad' ? (reason === 'expired' ? 'late' : metaFault(error)) : undefined
  return fault ? metaCauses[fault] : causesOf(kind).find(({ pattern }) => pattern.test(error))
}

export const causeOf = (failed: Failed): Omit<Cause, 'pattern'> => findCause(failed) ?? unknownCause

/** True if the cause stays. Another mailbox may help. */
export const isFutile = (failed: Failed & { has_new_address: boolean }): boolean =>
  causeOf(failed).isFinal === true && !failed.has_new_address

/** With the server’s answer and a remedy. */
export function explainFailure(failure: Failure): string | null {
  const { status, last_error } = failure
  if (last_error === null) return null
  const sentence = findCause(failure)?.remedy
  return `${status === 'failed' ? '' : 'The attempt before: '}${sentence ? `${sentence} (${answerOf(last_error)})` : answerOf(last_error)}`
}

/** Why this kind of message waits, with the receiver's last answer and a remedy. */
export const explainRest = (kind: string, fault: string): string =>
  `${causeOf({ kind, reason: null, last_error: fault }).remedy} (${answerOf(fault)})`

/** Without the words of the mail library: `550 5.1.1 no such user`. */
export const answerOf = (error: string) => error.replace(/^E[A-Z]+ [A-Z ]*(?=\d{3}\b)/, '')
