import { explainFailure, explainRest } from '../../../core/failure-causes.ts'
import { counted } from '../../../core/figures.ts'
import { type Person, restOf, type Submission, type SubmissionMail } from '../../../core/lead.ts'
import { nameOfMessage, stateWords } from '../../../core/mail-words.ts'
import { capitalized, noteKinds } from '../../../core/words.ts'
import { tellBy } from '../../format/tell-by.ts'
import { mailTones } from '../../format/tones.ts'
import { tellTime } from '../../format/when.ts'
import { addressOf, type PersonProps } from './address.ts'
import { Act, Changes, Entry } from './entry.tsx'
import { isRefused } from './is-refused.ts'
import { SubmissionEntry } from './submission-entry.tsx'
import { type TimelineEvent, timelineOf } from './timeline.ts'

/** The newest first. */
export const Timeline = (props: PersonProps) => (
  <ol>
    {timelineOf(props.person).map((event) => (
      <Event key={event.id} {...props} event={event} />
    ))}
  </ol>
)

function Event({ event, ...props }: PersonProps & { event: TimelineEvent }) {
  switch (event.kind) {
    case 'note':
      return <NoteEntry {...props} note={event.note} />
    case 'correction':
      return <CorrectionEntry {...props} correction={event.correction} />
    case 'booking':
      return <BookingEntry booking={event.booking} />
    case 'submission':
      return <SubmissionEntry {...props} submission={event.submission} />
    case 'mail':
      return <MailEntry {...props} at={event.at} mail={event.mail} submission={event.submission} />
  }
}

function NoteEntry({ note, ...props }: PersonProps & { note: Person['notes'][number] }) {
  const label = noteKinds[note.kind] ?? note.kind
  return (
    <Entry
      icon="note"
      tone="quiet"
      title={capitalized(label)}
      at={note.created_at}
      by={tellBy(note.author)}
      lines={note.words ? [note.words] : []}
    >
      {note.kind !== 'act' && (
        <Act
          call="remove_note"
          action={addressOf(props, 'notes')}
          values={{ remove: note.id }}
          label={`Remove the note: ${note.words || label}`}
          question={{
            id: `ask-${note.id}`,
            title: 'Remove this note?',
            text: `“${note.words || label}” is deleted for good.`,
            no: 'Keep it',
            yes: 'Remove the note',
          }}
        >
          Remove
        </Act>
      )}
    </Entry>
  )
}

function CorrectionEntry({
  correction,
  ...props
}: PersonProps & { correction: Person['corrections'][number] }) {
  const { id, old_value: before, new_value: after } = correction
  const [field, title] =
    correction.field === 'email' ? ['address', 'Address corrected'] : ['number', 'Number corrected']
  return (
    <Entry
      icon="correction"
      tone="quiet"
      title={title}
      at={correction.corrected_at}
      by={tellBy(correction.corrected_by)}
    >
      <Changes intro="Changed the record:" changes={{ [field]: [before, after] }} />
      {correction.can_undo && (
        <Act
          call="undo_correction"
          action={addressOf(props, 'correct')}
          values={{ correction: id }}
          label={`Take back the correction to ${after}`}
          question={{
            id: `ask-${id}`,
            title: 'Take back this correction?',
            text: `The ${field} is ${before} again, with the consent that it had before.`,
            no: 'Keep it',
            yes: 'Take it back',
          }}
        >
          Take it back
        </Act>
      )}
    </Entry>
  )
}

type Booking = Person['booking_events'][number]

const bookingTitles: Record<Booking['kind'], string> = {
  pressed: 'Calendar link clicked',
  booked: 'Call booked',
  moved: 'Call moved',
  cancelled: 'Call cancelled',
  'no-show': 'No-show at the call',
  came: 'Call held',
  none: 'No call',
}

function BookingEntry({ booking }: { booking: Booking }) {
  const { kind, replaces, starts_at: starts, said_by: by, said_at: at } = booking
  return (
    <Entry
      icon="booking"
      tone={kind === 'booked' || kind === 'came' ? 'good' : 'quiet'}
      title={bookingTitles[kind === 'booked' && replaces ? 'moved' : kind]}
      at={at}
      by={by === 'link' ? undefined : tellBy(by)}
      lines={starts ? [`The call starts ${tellTime(starts)}`] : []}
    />
  )
}

type MailEntryProps = PersonProps & { at: string; mail: SubmissionMail; submission: Submission }

function MailEntry({ at, mail, submission, ...props }: MailEntryProps) {
  const { kind, event, recipient, status, attempts, queued_at, due_at } = mail
  const title = nameOfMessage(mail)
  const rest = status === 'pending' ? restOf(kind, props.person.rests) : undefined
  const reason = rest
    ? `Waits until ${rest.until ? tellTime(rest.until) : 'it has another address'}. ${explainRest(kind, rest.fault)}`
    : explainFailure(mail)
  const told = [
    `queued ${tellTime(queued_at)}`,
    counted(attempts, 'attempt'),
    ...(status === 'pending' && !rest ? [`next ${tellTime(due_at)}`] : []),
  ]
  const isUsual = status === 'sent' && attempts < 2
  return (
    <Entry
      icon={kind === 'webhook' || kind === 'ad' ? 'webhook' : 'mail'}
      tone={mailTones[status] ?? 'quiet'}
      title={title}
      state={stateWords(mail)}
      at={at}
      lines={[...(reason ? [reason] : []), ...(isUsual ? [] : [told.join(', ')])]}
    >
      {status === 'sent' && !event && !recipient && !isRefused(mail, submission, props.person) && (
        <Act
          call="send_again"
          action={addressOf(props, 'send-again')}
          values={{ submission: submission.id, kind }}
          label={`Send again: ${title}, ${tellTime(at)}`}
        >
          Send again
        </Act>
      )}
    </Entry>
  )
}
