import { mailtoUrl } from '../../../../supabase/functions/_shared/mailto-url.ts'
import { counted } from '../../../core/figures.ts'
import type { Person, Submission, SubmissionMail } from '../../../core/lead.ts'
import { causeOf, explainFailure } from '../../../core/mail-words.ts'
import { dateOf, readPeriod, zone } from '../../../core/period.ts'
import { countedSubmissions, countLeftOut, readPerson } from '../../../core/person.ts'
import { consentWords, outcomeWords, sourceKind, sourceWords } from '../../../core/words.ts'
import type { Tone } from '../../parts/tone.tsx'
import { listOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { outcomeTones } from '../../server/outcome-tones.ts'
import { page } from '../../server/page.ts'
import { tellBy } from '../../server/tell-by.ts'
import { tellPhone } from '../../server/tell-phone.ts'
import { tellDay, tellTime } from '../../server/when.ts'
import type { PersonHeadProps } from './head.tsx'
import { isRefused } from './is-refused.ts'
import { timelineOf } from './timeline.ts'
import type { PersonProps } from './view.tsx'

/** GET /leads/<id>: shows all that is stored about a person. */
export const showLead = page({
  view: 'person',
  title: 'Person',
  room: 'leads',
  async read({ desk, context, query }) {
    const person = await readPerson(desk, { id: context.req.param('id') })
    const list = listOf(query.list)
    const own = (path: string) => withQuery(`/leads/${person.id}${path}`, { list })
    const leftOut = countLeftOut(person)
    return {
      title: person.name,
      period: readPeriod(Object.fromEntries(new URLSearchParams(list)), 'all'),
      props: {
        back: { label: 'Back to the list', href: list ? `/leads?${list}` : '/leads' },
        ...headOf(person),
        stopped: stoppedOf(person, list),
        lifts: [
          ...(person.stop
            ? [
                {
                  action: own('/lift'),
                  text: `${tellPhone(person.stop.phone_e164)} is stopped since ${tellTime(person.stop.stopped_at)}, ${tellBy(person.stop.stopped_by)}.`,
                  words: person.stop.words ?? undefined,
                  about: 'Nobody may text this number until START comes from it, or you lift the stop.',
                  button: 'Lift the stop',
                },
              ]
            : []),
          ...(person.suppressed
            ? [
                {
                  action: own('/lift-mails'),
                  text: suppressions[person.suppressed.reason],
                  about: `Since ${tellTime(person.suppressed.since)}, ${sources[person.suppressed.source] ?? `reported by ${person.suppressed.source}`}. Lift this only if they asked for it, or if the address works again. Their notes keep why.`,
                  button: 'Let mails go out again',
                },
              ]
            : []),
        ],
        callAgain: { action: own('/call-again'), day: person.call_again_on ?? '', first: dateOf(new Date()) },
        outcome: {
          action: own('/outcome'),
          values: { known: person.outcome_at ?? '' },
          value: String(person.outcome_value ?? ''),
          choices: [
            { value: 'won', label: 'Won', isChosen: person.outcome === 'won' },
            { value: 'lost', label: 'Lost', isChosen: person.outcome === 'lost' },
            { value: 'open', label: 'Open', isChosen: person.outcome === 'open' },
          ],
        },
        note: {
          action: own('/notes'),
          // The first is what Enter saves: it neither counts as a call nor removes the day to call again.
          kinds: Object.entries({ note: 'note', called: 'called', answered: 'answered', met: 'met' }).map(
            ([value, label]) => ({
              value,
              label: label.replace(/^./, (first) => first.toUpperCase()),
            }),
          ),
        },
        correct: {
          action: own('/correct'),
          email: person.email,
          phone: person.phone_e164 ? tellPhone(person.phone_e164) : person.phone,
        },
        facts: factsOf(person),
        count: countedSubmissions(person),
        ...(leftOut > 0 && {
          leftOut: `The newest ${person.history.length} are shown. ${leftOut} older ones are stored, too.`,
        }),
        timeline: timelineOf(person, list),
        downloads: [
          {
            label: 'Evidence of consent',
            about: 'What they agreed to and when, with the proof that nothing was changed since.',
            href: `/leads/${person.id}/evidence.txt`,
            method: 'post',
          },
          {
            label: 'All that is stored',
            about: 'For the person, if they ask what you know (GDPR, article 15).',
            href: `/leads/${person.id}/stored.json`,
            method: 'get',
          },
        ],
        ...(person.asking === 'possible' && {
          ask: {
            action: own('/ask'),
            label: person.consent === 'asked' ? 'Ask again to confirm' : 'Ask to confirm the number',
          },
        }),
        cannotAsk: refusals[person.asking ?? ''],
        ...(!person.has_withdrawn && { withdraw: { action: own('/withdraw') } }),
        forget: { action: own('/forget'), email: person.email },
      },
    }
  },
})

/** These texts say why a person cannot be asked to confirm the number now. */
const refusals: Record<string, string> = {
  already_mailed: 'They had a mail within 24 hours. Tomorrow you can ask them to confirm the number.',
  unpressed: 'They pressed no link of three mails, so no mail can ask them now to confirm the number.',
}

const consentTones: Record<string, Tone> = {
  none: 'quiet',
  asked: 'wait',
  given: 'good',
  confirmed: 'good',
  withdrawn: 'bad',
}

const suppressions = {
  unsubscribed: 'No more emails: unsubscribed. Call instead',
  bounced: 'No more emails: the address is dead. Call instead',
  complained: 'No more emails: reported as spam. Call instead',
}

const sources: Record<string, string> = {
  link: 'by the link in a mail',
  'mail program': 'by a button of their mail program',
  restore: 'from the list that was repeated after a restore',
}

/** Returns who a person is, with the links to call them and to write to them. */
export function headOf(person: Person): PersonHeadProps {
  const from = [sourceWords(person.source), sourceKind(person.source)].filter(Boolean).join(', ')
  return {
    name: person.name,
    ...(person.extra.company && { company: person.extra.company }),
    since: `Since ${tellTime(person.created_at)}, ${from}`,
    email: { text: person.email, href: mailtoUrl(person.email) },
    phone: person.phone_e164
      ? { text: tellPhone(person.phone_e164), href: `tel:${person.phone_e164}` }
      : { text: person.phone },
    badges: badgesOf(person),
  }
}

function badgesOf(person: Person): PersonProps['badges'] {
  const { suppressed } = person
  const { consent, suspected_bot: isBot, preview, watched_percent: watched, call_again_on: callOn } = person
  return [
    ...(person.outcome === 'open'
      ? []
      : [{ text: outcomeWords(person), tone: outcomeTones[person.outcome] }]),
    ...(callOn ? [{ text: `Call again on ${tellDay(callOn)}`, tone: 'wait' as const }] : []),
    { text: `Consent: ${consentWords[consent] ?? consent}`, tone: consentTones[consent] ?? 'quiet' },
    ...(suppressed ? [{ text: suppressions[suppressed.reason], tone: 'bad' as const }] : []),
    ...(isBot ? [{ text: 'looks like a bot', tone: 'wait' as const }] : []),
    ...(preview ? [{ text: 'preview', tone: 'quiet' as const }] : []),
    ...(watched ? [{ text: `watched ${watched} %`, tone: 'good' as const }] : []),
  ]
}

const stops = [
  { status: 'failed', tone: 'bad', send: 'Send failed mails again', drop: 'Drop failed mails' },
  { status: 'held', tone: 'wait', send: 'Send mails on hold', drop: 'Drop mails on hold' },
] as const

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

function stoppedOf(person: Person, list: string): PersonProps['stopped'] {
  const mails = person.history.flatMap((submission) =>
    submission.mails.map((mail) => ({ ...mail, isFutile: isFutile(mail, submission, person) })),
  )
  return stops.flatMap(({ status, tone, send, drop }) => {
    const stopped = mails.filter((mail) => mail.status === status)
    if (stopped.length === 0) return []
    const reasons = stopped.map(explainFailure).filter((reason) => reason !== null)
    return {
      text:
        status === 'failed'
          ? `${counted(stopped.length, 'mail')} failed`
          : `${counted(stopped.length, 'mail')} ${stopped.length === 1 ? 'is' : 'are'} on hold`,
      reasons: [...new Set(reasons)],
      tone,
      values: { person: person.id, list, status },
      ...(!stopped.every((mail) => mail.isFutile) && { send }),
      drop,
    }
  })
}

function factsOf(person: Person): PersonProps['facts'] {
  const { phone, phone_e164: e164, country_code: country, confirmed_at: confirmedAt } = person
  const source = sourceKind(person.source)
  return [
    {
      label: 'Phone',
      text: e164 ? tellPhone(e164) : phone,
      note: [
        ...(e164 === phone ? [] : [e164 ? `typed as ${phone}` : 'not a valid number']),
        `form: ${country}`,
        ...(confirmedAt ? [`confirmed by mail ${tellTime(confirmedAt)}`] : []),
      ].join('; '),
    },
    { label: 'Consent to texts', text: consentWords[person.consent] ?? person.consent },
    { label: 'Source', text: sourceWords(person.source), ...(source && { note: source }) },
    ...(person.watched_percent
      ? [
          {
            label: 'Watched',
            text: `${person.watched_percent} % of the video`,
            note: 'by the link in the mail',
          },
        ]
      : []),
    ...(person.outcome_at
      ? [{ label: 'Outcome', text: outcomeWords(person), note: tellTime(person.outcome_at) }]
      : []),
    { label: 'Since', text: tellTime(person.created_at), note: zone() },
    { label: 'Reference', text: person.id },
  ]
}
