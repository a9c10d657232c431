import { counted } from './figures.ts'
import type { Lead, Person, Submission, SubmissionMail } from './lead.ts'
import { explainFailure, stateWords } from './mail-words.ts'

/** Makes a text safe for a terminal: replaces control and bidi characters by codes such as \u{1b}. Keeps the joiners in emoji. */
export function visible(text: string): string {
  return text.replace(
    /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/** Returns one line for each name and value, with aligned values. Omits names with a null or empty value. */
export function labelled(indent: number, pairs: Record<string, string | null | undefined>): string {
  const shown = Object.entries(pairs).filter(([, value]) => value)
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown
    .map(([name, value]) => `${' '.repeat(indent)}${name.padEnd(width)}  ${visible(value ?? '')}`)
    .join('\n')
}

/** Takes a UTC time in ISO 8601, such as 2026-11-21T09:05:01.25+00:00. Returns it as 2026-11-21 09:05:01 UTC. */
export const showTime = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

export const showPhone = ({ phone, phone_e164, country_code }: Person | Submission) =>
  `${phone} (${phone_e164 ?? 'not a valid number'}; form: ${country_code})`

/** Returns the warnings about a person or submission: suspected bot, preview, or withdrawn consent. */
export const marksOf = ({ suspected_bot, preview, consent }: Lead | Submission) =>
  [
    suspected_bot && 'looks like a bot',
    preview && 'preview',
    consent === 'withdrawn' && 'consent withdrawn',
  ].filter((mark) => mark !== false)

export const showCampaign = (campaign: Submission['campaign']) =>
  Object.entries(campaign)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

/** Returns the state of a mail and why its last attempt failed, with the mail server's message. */
export function showMail(mail: SubmissionMail): string {
  const { kind, status, attempts, due_at, sent_at } = mail
  const when = sent_at ? ` at ${showTime(sent_at)}` : status === 'pending' ? `, due ${showTime(due_at)}` : ''
  const reason = explainFailure(mail)
  return `${kind}: ${stateWords(mail)}${when}, ${counted(attempts, 'attempt')}${reason && status !== 'sent' ? `: ${reason}` : ''}`
}
