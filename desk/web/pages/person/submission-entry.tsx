import { isDeepStrictEqual } from 'node:util'
import { labelExtra } from '../../../../supabase/functions/_shared/lead.ts'
import { marksOf } from '../../../core/describe.ts'
import type { Person, Submission } from '../../../core/lead.ts'
import { variantWords } from '../../../core/words.ts'
import { tellBy } from '../../format/tell-by.ts'
import { tellTime } from '../../format/when.ts'
import { Fold } from '../../parts/fold.tsx'
import { addressOf, type PersonProps } from './address.ts'
import { Act, Changes, Entry, type EntryProps } from './entry.tsx'

/** What it changed and, folded, what is stored. */
export function SubmissionEntry({ submission, ...props }: PersonProps & { submission: Submission }) {
  const { id, created_at: at, changes, merged } = submission
  return (
    <Entry {...tell(submission)} at={at}>
      {Object.keys(changes).length > 0 && (
        <Changes
          intro={
            merged
              ? 'Changed the record:'
              : 'Gave different details. The record is unchanged: this may be another person, the number is confirmed, or you had corrected it.'
          }
          changes={changes}
        />
      )}
      <Details {...submission} />
      {canTakeOver(submission, props.person) && (
        <Act
          call="take_over"
          action={addressOf(props, 'take-over')}
          values={{ submission: id }}
          label={`Use the data of ${tellTime(at)}`}
          question={{
            id: `ask-${id}`,
            title: 'Use this data?',
            text: 'It replaces the record, with the name, the address and the number that you call.',
            no: 'Keep the record',
            yes: 'Replace the record',
          }}
        >
          Use this data
        </Act>
      )}
    </Entry>
  )
}

/** The person has the data of this submission. */
const isEqual = (submission: Submission, person: Person) =>
  (['name', 'email', 'phone', 'country_code', 'extra'] as const).every((field) =>
    isDeepStrictEqual(submission[field], person[field]),
  )

/** The operator can give the person the data of this submission. */
const canTakeOver = (submission: Submission, person: Person) =>
  submission.consent && !submission.preview && !submission.held && !isEqual(submission, person)

function tell(submission: Submission): Omit<EntryProps, 'at'> {
  if (submission.withdrawn_by)
    return {
      icon: 'withdrawal',
      tone: 'bad',
      title: 'Consent withdrawn',
      lines: [`The consent to text messages was withdrawn, ${tellBy(submission.withdrawn_by)}.`],
    }
  if (submission.confirms)
    return {
      icon: 'confirmation',
      tone: 'good',
      title: 'Number confirmed',
      lines: ['The reader of the mailbox confirmed the number by the link in the email.'],
    }
  const marks = marksOf(submission)
  return {
    icon: 'submission',
    tone: marks.length > 0 ? 'wait' : 'good',
    title: 'Filled in the form',
    state: marks.join(', '),
    lines: Object.entries(labelExtra(submission.extra)).map(([label, text]) => `${label}: ${text}`),
  }
}

const Details = (submission: Submission) => {
  const { consent, consent_text: quote, seal } = submission
  const rows: Record<string, string | null> = {
    'Agreed to': consent && !quote ? 'The wording is not known.' : null,
    'Version of the text': submission.consent_version,
    'On the page': submission.page ?? 'not known',
    'Came from': submission.referrer,
    ...submission.campaign,
    Variant: submission.variant && variantWords(submission.variant),
    Browser: submission.user_agent,
    Seal: seal ? `number ${seal.number}, sealed ${tellTime(seal.sealed_at)}: ${seal.hash}` : 'none yet',
    'Sign-up': submission.id,
    Confirms: submission.confirms,
  }
  return (
    <Fold title="What is stored" className="mt-1.5">
      <div className="mt-2 rounded-lg border p-3">
        {quote && (
          <blockquote className="mb-3 border-l-2 border-chart pl-3 whitespace-pre-line wrap-anywhere">
            {quote}
          </blockquote>
        )}
        <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[9rem_minmax(0,1fr)]">
          {Object.entries(rows).map(
            ([label, text]) =>
              text && (
                <div key={label} className="contents">
                  <dt className="text-muted-foreground max-sm:mt-1">{label}</dt>
                  <dd className="wrap-anywhere">{text}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
    </Fold>
  )
}
