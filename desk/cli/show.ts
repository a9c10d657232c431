import {
  labelled,
  marksOf,
  showCampaign,
  showMail,
  showPhone,
  showSuppression,
  showTime,
  visible,
} from '../core/describe.ts'
import type { Person, Submission } from '../core/lead.ts'
import { countedSubmissions, countLeftOut } from '../core/person.ts'
import type { readStops } from '../core/texts.ts'
import { consentWords, noteKinds, sourceWords } from '../core/words.ts'

/**
 * Returns a text about a person for the terminal. The text lists the submissions, newest first, and says what became
 * of each mail.
 */
export function showPerson(person: Person): string {
  const { name, email, history } = person
  return [
    visible(`${name} <${email}>`),
    labelled(2, {
      Phone: showPhone(person),
      Consent: consentWords[person.consent],
      'No more mails': showSuppression(person),
      'First submitted': showTime(person.created_at),
      Source: sourceWords(person.source),
      Changed: person.updated_at === person.created_at ? null : showTime(person.updated_at),
      Submissions: `${countedSubmissions(person)}${countLeftOut(person) > 0 ? `, the newest ${history.length} here` : ''}`,
    }),
    ...person.notes.map(
      ({ kind, words, created_at }) =>
        `${showTime(created_at)}, ${noteKinds[kind] ?? kind}: ${visible(words)}`,
    ),
    ...history.map(showSubmission),
  ].join('\n\n')
}

/**
 * Returns a text for the terminal. The text lists the stopped numbers and the text messages that somebody has to
 * read.
 */
export function showStops({ numbers, texts }: Awaited<ReturnType<typeof readStops>>): string {
  return [
    `Stopped numbers: ${numbers.length === 0 ? 'none' : ''}`,
    ...numbers.map(
      ({ phone_e164, stopped_at, stopped_by, words, lifted_at, lifted_by, note }) =>
        `  ${phone_e164}  ${showTime(stopped_at)}, by ${stopped_by}${words ? `: ${visible(words)}` : ''}${
          lifted_at
            ? `; lifted ${showTime(lifted_at)}, by ${lifted_by}${note ? `: ${visible(note)}` : ''}`
            : ''
        }`,
    ),
    `Text messages to read: ${texts.length === 0 ? 'none' : ''}`,
    ...texts.map(
      ({ sender, words, received_at }) => `  ${visible(sender)}  ${showTime(received_at)}: ${visible(words)}`,
    ),
  ].join('\n')
}

function showSubmission(submission: Submission): string {
  const { changes, merged, seal } = submission
  const marks = [
    submission.confirms && `confirmation of ${submission.confirms}`,
    submission.withdrawn_by && `withdrawal of the consent by ${submission.withdrawn_by}`,
    ...marksOf(submission),
  ].filter(Boolean)
  const differences = Object.entries(changes).map(
    ([column, [before, now]]) => `${column} '${before}' → '${now}'`,
  )
  return [
    `${showTime(submission.created_at)}${marks.map((mark) => `, ${mark}`).join('')}`,
    labelled(2, {
      [merged ? 'Changed' : 'Would change']: differences.join(', '),
      Consent: submission.consent_version && `version ${submission.consent_version}`,
      Variant: submission.variant,
      Campaign: showCampaign(submission.campaign),
      Page: submission.page,
      Referrer: submission.referrer,
      Seal: seal ? String(seal.number) : 'with the next sweep',
    }),
    ...submission.mails.map((mail) => `  Mail to ${visible(showMail(mail))}`),
  ].join('\n')
}
