import { explainFailure } from './failure-causes.ts'
import { counted } from './figures.ts'
import type { Lead, Person, Submission, SubmissionMail } from './lead.ts'
import { stateWords } from './mail-words.ts'

/**
 * Makes a text safe to print on a terminal: control and bidi characters become codes such as \u{1b}. Joiners
 * in emoji stay.
 */
export function visible(text: string): string {
  return text.replace(
    /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/** One line a name, with aligned values. Empty ones are left out. */
export function labelled(indent: number, pairs: Record<string, string | null | undefined>): string {
  const shown = Object.entries(pairs).filter(([, value]) => value)
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown
    .map(([name, value]) => `${' '.repeat(indent)}${name.padEnd(width)}  ${visible(value ?? '')}`)
    .join('\n')
}

/** From ISO 8601 in UTC, such as 2026-11-21T09:05:01.25+00:00, to 2026-11-21 09:05:01 UTC. */
export const showTime = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

export const showPhone = ({ phone, phone_e164, country_code }: Person | Submission) =>
  `${phone} (${phone_e164 ?? 'not a valid number'}; form: ${country_code})`

/** A possible bot, a preview, or a consent that was withdrawn. */
export const marksOf = ({ suspected_bot, preview, consent }: Lead | Submission) =>
  [
    suspected_bot && 'looks like a bot',
    preview && 'preview',
    consent === 'withdrawn' && 'consent withdrawn',
  ].filter((mark) => mark !== false)

/** Such as utm_source=fb. */
export const showCampaign = (campaign: Submission['campaign']) =>
  Object.entries(campaign)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

/** Null if the mailbox gets emails. */
export const showSuppressions = ({ suppressions }: Person) =>
  suppressions
    .map(({ since, reason, source }) => `since ${showTime(since)}: ${reason}, by ${source}`)
    .join('; ') || null

/** A failed attempt has the mail server's message. */
export function showMail(mail: SubmissionMail): string {
  const { kind, event, status, attempts, due_at, sent_at } = mail
  const when = sent_at ? ` at ${showTime(sent_at)}` : status === 'pending' ? `, due ${showTime(due_at)}` : ''
  const reason = explainFailure(mail)
  return `${kind}${event ? `, ${event}` : ''}: ${stateWords(mail)}${when}, ${counted(attempts, 'attempt')}${reason && status !== 'sent' ? `: ${reason}` : ''}`
}
