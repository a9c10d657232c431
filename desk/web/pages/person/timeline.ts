import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'

/** `at` is in ISO 8601. `id` is unique within the person. */
export type TimelineEvent = { id: string; at: string } & (
  | { kind: 'note'; note: Person['notes'][number] }
  | { kind: 'correction'; correction: Person['corrections'][number] }
  | { kind: 'booking'; booking: Person['booking_events'][number] }
  | { kind: 'submission'; submission: Submission }
  | { kind: 'mail'; mail: SubmissionMail; submission: Submission }
)

/**
 * The newest first: submissions, confirmations, withdrawals, emails, corrections, notes, and what was said
 * about booked calls.
 */
export function timelineOf({
  notes,
  corrections,
  booking_events: bookings,
  history,
}: Person): TimelineEvent[] {
  const events: TimelineEvent[] = [
    ...notes.map((note) => ({ kind: 'note' as const, id: note.id, at: note.created_at, note })),
    ...corrections.map((correction) => ({
      kind: 'correction' as const,
      id: correction.id,
      at: correction.corrected_at,
      correction,
    })),
    ...bookings
      .filter(
        (booking) => booking.kind !== 'moved' || !bookings.some((other) => isReplacement(other, booking)),
      )
      .map((booking) => ({
        kind: 'booking' as const,
        id: `booking ${booking.id}`,
        at: booking.said_at,
        booking,
      })),
    ...history.flatMap((submission) => [
      // A submission causes its emails, so at equal times these are above it.
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

type Booking = Person['booking_events'][number]

/** A calendar reports a move twice: of the old booking and of the new one. */
const isReplacement = (other: Booking, moved: Booking) =>
  other.kind === 'booked' &&
  (other.replaces === moved.booking || (moved.replaced_by !== null && other.booking === moved.replaced_by))
