import { causeOf } from '../../../core/failure-causes.ts'
import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'
import { isRefused } from './is-refused.ts'

/** Mails to a person that failed or are on hold. `canSend` says whether it may help to send one of them. */
export type Stopped = { status: 'failed' | 'held'; mails: SubmissionMail[]; canSend: boolean }

/**
 * Returns whether it cannot help to send this mail, because the mailbox gets no more mails, or because the cause of the
 * failure stays. The mails of a preview go to the owner instead. If the address was corrected since then, the mail
 * goes to another mailbox.
 */
const isFutile = (mail: SubmissionMail, submission: Submission, person: Person) =>
  isRefused(mail, submission, person) ||
  (mail.status === 'failed' &&
    !submission.preview &&
    causeOf(mail).isFinal === true &&
    !person.corrections.some(
      ({ field, corrected_at }) => field === 'email' && Date.parse(corrected_at) > Date.parse(mail.queued_at),
    ))

/** Returns the mails to a person that wait for the operator: those that failed, and those on hold. */
export const stoppedOf = (person: Person): Stopped[] =>
  (['failed', 'held'] as const).flatMap((status) => {
    const found = person.history.flatMap((submission) =>
      submission.mails.filter((mail) => mail.status === status).map((mail) => ({ mail, submission })),
    )
    if (found.length === 0) return []
    return {
      status,
      mails: found.map(({ mail }) => mail),
      canSend: found.some(({ mail, submission }) => !isFutile(mail, submission, person)),
    }
  })
