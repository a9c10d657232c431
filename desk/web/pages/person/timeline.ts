import { isDeepStrictEqual } from 'node:util'
import { labelExtra } from '../../../../supabase/functions/_shared/lead.ts'
import { marksOf } from '../../../core/describe.ts'
import { counted } from '../../../core/figures.ts'
import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'
import { explainFailure, stateWords } from '../../../core/mail-words.ts'
import { noteKinds } from '../../../core/words.ts'
import type { Tone } from '../../parts/tone.tsx'
import { withQuery } from '../../server/form.ts'
import { tellBy } from '../../server/tell-by.ts'
import { tellTime } from '../../server/when.ts'
import { isRefused } from './is-refused.ts'
import type { TimelineEvent } from './timeline-view.tsx'

/**
 * Returns what has happened to a person, newest first. The events are submissions, confirmations, withdrawals, mails,
 * corrections and notes.
 */
export function timelineOf(person: Person, list: string): TimelineEvent[] {
  const notes = person.notes.map((note): TimelineEvent => {
    const label = noteKinds[note.kind] ?? note.kind
    return {
      id: note.id,
      kind: 'note',
      tone: 'quiet',
      title: label.replace(/^./, (first) => first.toUpperCase()),
      ...momentOf(note.created_at),
      lines: [...(note.words ? [note.words] : []), tellBy(note.author)],
      act: {
        action: ownPath(person, list, 'notes'),
        values: { remove: note.id },
        text: 'Remove',
        label: `Remove the note: ${note.words || label}`,
        question: {
          title: 'Remove this note?',
          text: `“${note.words || label}” is deleted for good.`,
          no: 'Keep it',
          yes: 'Remove the note',
        },
      },
    }
  })
  const history = person.history.flatMap((submission) => [
    // The mails come first, because a submission causes its mails. If the times are equal, the mails then stand above
    // the submission.
    ...submission.mails
      .toReversed()
      .map((mail, place) => mailOf(mail, `${submission.id} ${place}`, submission, person, list)),
    submissionOf(submission, person, list),
  ])
  const corrections = person.corrections.map((made) => correctionOf(made, person, list))
  return [...notes, ...corrections, ...history].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  )
}

function correctionOf(made: Person['corrections'][number], person: Person, list: string): TimelineEvent {
  const [field, title] =
    made.field === 'email' ? ['address', 'Address corrected'] : ['number', 'Number corrected']
  return {
    id: made.id,
    kind: 'correction',
    tone: 'quiet',
    title,
    ...momentOf(made.corrected_at),
    lines: [tellBy(made.corrected_by)],
    changes: {
      intro: 'Changed the record:',
      rows: [{ field, before: made.old_value, after: made.new_value }],
    },
    ...(made.can_undo && {
      act: {
        action: ownPath(person, list, 'undo-correction'),
        values: { correction: made.id },
        text: 'Take it back',
        label: `Take back the correction to ${made.new_value}`,
        question: {
          title: 'Take back this correction?',
          text: `The ${field} is ${made.old_value} again, with the consent that it had before.`,
          no: 'Keep it',
          yes: 'Take it back',
        },
      },
    }),
  }
}

const momentOf = (at: string) => ({ at, when: tellTime(at) })

/** Returns whether the data of this submission is also the stored data of the person. */
const isEqual = (submission: Submission, person: Person) =>
  (['name', 'email', 'phone', 'country_code', 'extra'] as const).every((field) =>
    isDeepStrictEqual(submission[field], person[field]),
  )

/** Returns whether the operator can make the data of this submission the data of the person. */
const canTakeOver = (submission: Submission, person: Person) =>
  submission.consent &&
  !submission.preview &&
  !submission.confirms &&
  !submission.held &&
  !isEqual(submission, person)

const ownPath = (person: Person, list: string, act: string) =>
  withQuery(`/leads/${person.id}/${act}`, { list })

function submissionOf(submission: Submission, person: Person, list: string): TimelineEvent {
  const { id, confirms, withdrawn_by: withdrawnBy, changes, merged } = submission
  const rows = Object.entries(changes).map(([field, [before, after]]) => ({ field, before, after }))
  const shared = {
    id,
    ...momentOf(submission.created_at),
    details: { quote: submission.consent_text ?? undefined, rows: storedOf(submission) },
    ...(canTakeOver(submission, person) && {
      act: {
        action: ownPath(person, list, 'take-over'),
        values: { submission: id },
        text: 'Take over these data',
        label: `Take over the data of ${tellTime(submission.created_at)}`,
        question: {
          title: 'Take over these data?',
          text: 'They replace the record, also the name, the address and the number that you call.',
          no: 'Keep the record',
          yes: 'Take over',
        },
      },
    }),
    ...(rows.length > 0 && {
      changes: {
        intro: merged
          ? 'Changed the record:'
          : 'Gave other data. The record is unchanged, because nothing shows that this was the same person, because its number is confirmed, or because you had corrected that number.',
        rows,
      },
    }),
  }
  if (withdrawnBy)
    return {
      ...shared,
      kind: 'withdrawal',
      tone: 'bad',
      title: 'Consent withdrawn',
      lines: [`The consent to text messages was withdrawn, ${tellBy(withdrawnBy)}.`],
    }
  if (confirms)
    return {
      ...shared,
      kind: 'confirmation',
      tone: 'good',
      title: 'Number confirmed',
      lines: ['The reader of the mailbox confirmed the number, by the link in the mail.'],
    }
  const marks = marksOf(submission)
  return {
    ...shared,
    kind: 'submission',
    tone: marks.length > 0 ? 'wait' : 'good',
    title: 'Filled in the form',
    ...(marks.length > 0 && { state: { text: marks.join(', '), tone: 'wait' as const } }),
    lines: Object.entries(labelExtra(submission.extra)).map(([label, text]) => `${label}: ${text}`),
  }
}

const unknown = 'not known'

const storedOf = (submission: Submission) =>
  [
    ...(submission.consent && !submission.consent_text
      ? [{ label: 'Agreed to', text: 'The wording is not known.' }]
      : []),
    { label: 'Version of it', text: submission.consent_version },
    { label: 'On the page', text: submission.page ?? unknown },
    { label: 'Came from', text: submission.referrer },
    ...Object.entries(submission.campaign).map(([label, text]) => ({ label, text })),
    { label: 'Variant', text: submission.variant },
    { label: 'Browser', text: submission.user_agent },
    {
      label: 'Proof',
      text: submission.seal
        ? `number ${submission.seal.number}, kept since ${tellTime(submission.seal.sealed_at)}: ${submission.seal.hash}`
        : 'not yet',
    },
    { label: 'Sign-up', text: submission.id },
    { label: 'Confirms', text: submission.confirms },
  ].flatMap(({ label, text }) => (text ? [{ label, text }] : []))

/** Each message is named after its event. If the message has no event, it is named after its kind. */
const titles: Record<string, string> = {
  visitor: 'Mail to the visitor',
  owner: 'Mail to you',
  webhook: 'To the connected system',
  reminder: 'Reminder of the video',
  watched: 'To the connected system, about the video',
  stop_lifted: 'To the connected system, about the lifted stop',
}

const mailTones: Record<string, Tone> = { sent: 'good', failed: 'bad', held: 'wait' }

function mailOf(
  mail: SubmissionMail,
  id: string,
  submission: Submission,
  person: Person,
  list: string,
): TimelineEvent {
  const { kind, event, recipient, status, attempts, queued_at, sent_at, due_at } = mail
  const isWebhook = kind === 'webhook'
  const tone = mailTones[status] ?? 'quiet'
  const title = recipient ? `Copy to ${recipient}` : (titles[event ?? kind] ?? kind)
  const reason = explainFailure(mail)
  const told = [
    `queued ${tellTime(queued_at)}`,
    counted(attempts, 'attempt'),
    ...(status === 'pending' ? [`next ${tellTime(due_at)}`] : []),
  ]
  return {
    id,
    kind: isWebhook ? 'webhook' : 'mail',
    tone,
    title,
    ...(status === 'sent' &&
      !event &&
      !recipient &&
      !isRefused(mail, submission, person) && {
        act: {
          action: ownPath(person, list, 'send-again'),
          values: { submission: submission.id, kind },
          text: 'Send again',
          label: `Send again: ${title}, ${tellTime(sent_at ?? queued_at)}`,
        },
      }),
    ...momentOf(sent_at ?? queued_at),
    state: { text: stateWords(mail), tone },
    lines: [...(reason ? [reason] : []), ...(status === 'sent' && attempts < 2 ? [] : [told.join(', ')])],
  }
}
