import type { Submission, SubmissionMail } from '../lead.ts'
import { visible } from './visible.ts'

/** Returns lines of a name and a value each, the values under each other; one that is null or empty has no line. */
export function labelled(indent: number, pairs: Record<string, string | null | undefined>): string {
  const shown = Object.entries(pairs).filter(([, value]) => value)
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown
    .map(([name, value]) => `${' '.repeat(indent)}${name.padEnd(width)}  ${visible(value ?? '')}`)
    .join('\n')
}

/** Returns a time of the database, such as 2026-11-21T09:05:01.25+00:00, to the second in UTC. */
export const showTime = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

type Phone = Pick<Submission, 'phone' | 'phone_e164' | 'country_code'>

export const showPhone = ({ phone, phone_e164, country_code }: Phone) =>
  `${phone} (${country_code}; ${phone_e164 ?? 'no valid number there'})`

export const showCampaign = (campaign: Submission['campaign']) =>
  Object.entries(campaign)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

/** Returns what became of a mail, with its last error, which the mail server gave. */
export function showMail({ kind, status, attempts, last_error, due_at, sent_at }: SubmissionMail): string {
  const when = sent_at ? ` at ${showTime(sent_at)}` : status === 'pending' ? `, due ${showTime(due_at)}` : ''
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  return `${kind}: ${status}${when}, ${tries}${last_error && !sent_at ? `: ${last_error}` : ''}`
}
