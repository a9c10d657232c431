import type { OutboxEmail } from './database.ts'
import type { Send } from './deliver.ts'
import type { Mail } from './mail/write-mail.ts'
import type { MailSettings } from './settings.ts'
import { describeFailure } from './smtp-failure.ts'
import type { SmtpTransport, WatchedMail } from './smtp-transport.ts'

export type Outgoing = OutboxEmail | { id: string; kind: 'test' }

type PostOptions = Pick<MailSettings, 'from' | 'owners'> & {
  transport: SmtpTransport
  compose: (email: Outgoing) => Mail
  /**
   * The time limit for sending one email. The limit is shorter than the lease of 50 s, so that there is time
   * left to store the outcome.
   */
  deadline?: () => AbortSignal
}

/** In this error, the server got the whole email but did not answer, so the email may have arrived. */
const unanswered = { code: 'EUNANSWERED', command: 'DATA' }

export type Post = ReturnType<typeof createPost>

/**
 * Returns a function that sends one email over SMTP: to the visitor, to one colleague or to all owners. The
 * function throws the errors of nodemailer. If the server accepts an email for at least one owner, the email
 * counts as sent. The test email fails if the server refuses any of the owners. A colleague who is also an
 * owner gets no copy, because the email to the owners is the same.
 */
export function createPost(options: PostOptions) {
  const { transport, from, owners, compose, deadline = () => AbortSignal.timeout(40_000) } = options
  const domain = domainOf(from.address)

  return async (email: Outgoing): Promise<void> => {
    const other = otherRecipient(email)
    if (email.kind === 'colleague' && owners.some((owner) => owner.toLowerCase() === other?.toLowerCase()))
      return
    const recipients = other === undefined ? owners : [other]
    let isRead = false
    const { headers, ...parts } = compose(email)
    const mail: WatchedMail = {
      ...parts,
      from,
      to: recipients.map((address) => ({ name: '', address })),
      replyTo:
        email.kind === 'owner' || email.kind === 'colleague' ? { name: '', address: email.email } : undefined,
      envelope: { from: from.address, to: recipients },
      // All attempts use the same id, so that mail programs can recognise a duplicate.
      messageId: `<${email.id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'Resend-Idempotency-Key': email.id, ...headers },
      signal: deadline(),
      onRead: () => {
        isRead = true
      },
    }
    try {
      const { rejectedErrors } = await transport.sendMail(mail)
      if (email.kind === 'test' && rejectedErrors?.[0]) throw rejectedErrors[0]
    } catch (error) {
      const isAnswered = (error as { responseCode?: number }).responseCode !== undefined
      throw isRead && !isAnswered ? Object.assign(new Error('', { cause: error }), unanswered) : error
    }
  }
}

/** Undefined if the email goes to the owners. */
function otherRecipient(email: Outgoing): string | undefined {
  if (email.kind === 'colleague') return email.recipient ?? ''
  return email.kind === 'visitor' && !email.preview ? email.email : undefined
}

/**
 * Returns a function that sends with `post` and never throws. If the server refuses the address of the owner,
 * the email is sent again later, because the operator may correct this setting.
 */
export function createSmtpSend(post: Post): Send {
  return async (email) => {
    try {
      await post(email)
      return { outcome: 'sent' }
    } catch (error) {
      const failure = describeFailure(error)
      return failure.outcome === 'rejected' && otherRecipient(email) === undefined
        ? { ...failure, outcome: 'deferred' }
        : failure
    }
  }
}

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
