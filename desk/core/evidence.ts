import { labelExtra } from '../../supabase/functions/_shared/lead.ts'
import {
  labelled,
  showCampaign,
  showMail,
  showPhone,
  showSuppressions,
  showTime,
  visible,
} from './describe.ts'
import type { Person, Submission } from './lead.ts'
import { countedSubmissions, countLeftOut } from './person.ts'
import { describeEvidence, type Evidence } from './verify-evidence.ts'
import { variantWords } from './words.ts'

/** Each submission with its seal, the result of `verify`, and how to repeat that. */
export function writeEvidence(person: Person, evidence: Evidence, madeAt: Date): string {
  const { history } = person
  const oldest = history.toReversed()
  const leftOut = countLeftOut(person)
  return `${[
    heading('Evidence of consent', '='),
    labelled(0, {
      Person: `${person.name} <${person.email}>`,
      Phone: showPhone(person),
      Record: `${person.id}, stored ${showTime(person.created_at)}`,
      'Sign-ups': `${countedSubmissions(person)}${leftOut > 0 ? `; the oldest ${leftOut} are not in this document` : ''}`,
      'No more emails': showSuppressions(person),
      Written: showTime(madeAt.toISOString()),
    }),
    'All times are those of the database, in UTC. What the person typed and saw is shown here character by character; one that\ncannot be printed is shown as its code, such as \\u{1b}.',
    ...oldest.map(describeSubmission),
    ...describeCorrections(person),
    ...describeNumber(person),
    heading('Verification'),
    describeEvidence(evidence),
    howItIsSealed,
    heading('To repeat it'),
    repeat(evidence),
  ].join('\n\n')}\n`
}

const heading = (text: string, line = '-') => `${text}\n${line.repeat(text.length)}`

function describeSubmission(submission: Submission, index: number): string {
  const { seal, confirms, withdrawn_by: withdrawnBy, held, released_at: releasedAt } = submission
  const unsealed = held ? 'none: it is held' : 'none yet: the next sweep seals it'
  return [
    heading(`Submission ${index + 1}, ${showTime(submission.created_at)}`),
    labelled(0, {
      Id: submission.id,
      'Stored at': submission.created_at,
      Name: submission.name,
      Email: submission.email,
      Phone: showPhone(submission),
      ...labelExtra(submission.extra),
      Confirms: confirms,
      Consent: withdrawnBy
        ? `withdrawn, by ${withdrawnBy}`
        : confirms
          ? 'given again: somebody pressed the button behind the link in the email to this address'
          : 'given: the box was ticked; without it nothing is stored',
      'Version of the wording': withdrawnBy ? undefined : (submission.consent_version ?? 'not known'),
      Page: submission.page ?? 'not known',
      Referrer: submission.referrer ?? 'not known',
      Campaign: showCampaign(submission.campaign) || 'none',
      Variant: submission.variant && variantWords(submission.variant),
      'Hash of the IP address': submission.ip_hash ?? 'not kept any longer, or not known',
      'User agent': submission.user_agent ?? 'not kept any longer, or not known',
      'On a preview of the site': submission.preview ? 'yes' : 'no',
      'Suspected bot': submission.suspected_bot ? 'yes' : 'no',
      'Held until': releasedAt ? showTime(releasedAt) : undefined,
      Seal: seal ? `${seal.number}, sealed ${showTime(seal.sealed_at)}` : unsealed,
      'Hash of the seal': seal?.hash,
    }),
    ...(withdrawnBy
      ? []
      : [
          `The wording beside the ${confirms ? 'button' : 'box'}:\n\n${quote(submission.consent_text ?? '(not known)')}`,
        ]),
    `Emails:\n\n${submission.mails.map((mail) => `  ${visible(showMail(mail))}`).join('\n') || '  none'}`,
  ].join('\n\n')
}

const describeCorrections = ({ corrections }: Person) =>
  corrections.length === 0
    ? []
    : [
        heading('Corrections of the record'),
        corrections
          .toReversed()
          .map(
            ({ field, old_value, new_value, corrected_by, corrected_at }) =>
              `${showTime(corrected_at)}: ${field} from ${visible(old_value)} to ${visible(new_value)}, by ${visible(corrected_by)}`,
          )
          .join('\n'),
      ]

const describeNumber = ({ number_events: events }: Person) =>
  events.length === 0
    ? []
    : [
        heading('What was said about the number'),
        events
          .map(
            ({ phone_e164, kind, said_by, words, happened_at }) =>
              `${showTime(happened_at)}: ${phone_e164}, ${kind}, by ${visible(said_by)}${words ? `: ${visible(words)}` : ''}`,
          )
          .join('\n'),
      ]

const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => `  | ${visible(line)}`)
    .join('\n')

const howItIsSealed = `The database refuses changes to a stored submission, and a job seals the new ones every minute: a seal is a SHA-256 hash over
all their columns and over the seal before it. Whoever gets around that and changes, adds or removes a submission has to
recompute every later seal. The latest seal is emailed to the owner of the site once a week, and contradicts a chain
that was recomputed. Corrections, and what was said about the number, are in no seal; the withdrawals that follow from a stop are.`

function repeat({ latest }: Evidence): string {
  return `With the project's sources and the address of the database in SUPABASE_DB_URL:

  npm run verify${latest ? `\n  npm run verify -- --seal ${latest}` : ''}

The first compares everything that is stored with its seals. ${
    latest
      ? 'The second also compares with the latest seal of this\ndocument; take the number and the hash from one of the emails to compare with what the owner was told then. '
      : ''
  }Both end with 0
when nothing was changed. In the database itself: select desk.verify_lead_evidence();`
}
