import { isFutile } from '../../../core/failure-causes.ts'
import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'
import { isRefused } from './is-refused.ts'

/** Emails that failed or are on hold. `canSend`: sending one of them may help. */
export type Stopped = { status: 'failed' | 'held'; mails: SubmissionMail[]; canSend: boolean }

/** The mailbox gets emails, and a resend may help with every failure. */
const canHelp = (mail: SubmissionMail, submission: Submission, person: Person) =>
  !isRefused(mail, submission, person) && !(mail.status === 'failed' && isFutile(mail))

export const stoppedOf = (person: Person): Stopped[] =>
  (['failed', 'held'] as const).flatMap((status) => {
    const found = person.history.flatMap((submission) =>
      submission.mails.filter((mail) => mail.status === status).map((mail) => ({ mail, submission })),
    )
    if (found.length === 0) return []
    return {
      status,
      mails: found.map(({ mail }) => mail),
      canSend: found.some(({ mail, submission }) => canHelp(mail, submission, person)),
    }
  })
