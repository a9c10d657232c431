import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'

/** Something that happened to a person, and when (ISO 8601). `id` is unique among the events of a person. */
export type TimelineEvent = { id: string; at: string } & (
  | { kind: 'note'; note: Person['notes'][number] }
  | { kind: 'correction'; correction: Person['corrections'][number] }
  | { kind: 'submission'; submission: Submission }
  | { kind: 'mail'; mail: SubmissionMail; submission: Submission }
)

/**
 * Returns what has happened to a person, newest first. The events are submissions, confirmations, withdrawals, mails,
 * corrections and notes.
 */
export function timelineOf({ notes, corrections, history }: Person): TimelineEvent[] {
  const events: TimelineEvent[] = [
    ...notes.map((note) => ({ kind: 'note' as const, id: note.id, at: note.created_at, note })),
    ...corrections.map((correction) => ({
      kind: 'correction' as const,
      id: correction.id,
      at: correction.corrected_at,
      correction,
    })),
    ...history.flatMap((submission) => [
      // The mails come first, because a submission causes its mails. If the times are equal, the mails then stand above
      // the submission.
      ...submission.mails.toReversed().map((mail, place) => ({
        kind: 'mail' as const,
        id: `${submission.id} ${place}`,
        at: mail.sent_at ?? mail.queued_at,
        mail,
        submission,
      })),
      { kind: 'submission' as const, id: submission.id, at: submission.created_at, submission },
    ]),
  ]
  return events.sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
