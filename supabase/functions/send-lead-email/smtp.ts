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
  /** For one email. Shorter than the lease of 50 s, so that the outcome can be stored. */
  deadline?: () => AbortSignal
}

/** The server got the whole email but did not answer, so it may have arrived. */
const unanswered = { code: 'EUNANSWERED', command: 'DATA' }

export type Post = ReturnType<typeof createPost>

/**
 * Sends to the visitor, one colleague or all owners, and throws nodemailer's errors. An email counts as sent
 * once one owner's is accepted; the test email fails if any is refused. A colleague who is also an owner gets
 * no copy: it is the same email.
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
      // The same for all attempts, so that mail programs recognise a duplicate.
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

/** Undefined for the owners. */
function otherRecipient(email: Outgoing): string | undefined {
  if (email.kind === 'colleague') return email.recipient ?? ''
  return email.kind === 'visitor' && !email.preview ? email.email : undefined
}

/**
 * Never throws. A refused owner's address is tried again later, because the operator may correct this
 * setting.
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
