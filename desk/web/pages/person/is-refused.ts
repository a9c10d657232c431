import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'

/** The person's mailbox gets no more emails. Those of a preview go to the owner instead. */
export const isRefused = (mail: SubmissionMail, submission: Submission, person: Person) =>
  mail.kind === 'visitor' && !submission.preview && person.refuses_mails
