import { alertMail } from './alert.ts'
import { digestMail } from './digest.ts'
import { noticeMail } from './notice.ts'
import { overviewMail } from './overview.ts'
import { sealMail } from './seal.ts'
import type { Mail } from './write-mail.ts'

/**
 * Emails to the owner about no single lead, by kind in the outbox. A writer takes the stored contents, the
 * operator's time zone, and the time of queueing (ISO 8601). An older database does not send the zone.
 */
const generalMails = {
  alert: alertMail,
  digest: digestMail,
  seal: sealMail,
  notice: noticeMail,
  overview: overviewMail,
}

type Kinds = typeof generalMails
type MailOf<Kind extends keyof Kinds> = {
  id: string
  kind: Kind
  attempt: number
  submission_id: null
  contents: Parameters<Kinds[Kind]>[0]
  queued_at: string
  time_zone?: string
}

/** A row of the outbox. */
export type GeneralMail = { [Kind in keyof Kinds]: MailOf<Kind> }[keyof Kinds]

/** Throws a TypeError for an unknown kind: the email then waits for a newer function. */
export function generalMail({ kind, contents, time_zone: zone, queued_at: at }: GeneralMail): Mail {
  const write: (contents: never, zone: string | undefined, at: string) => Mail = generalMails[kind]
  return write(contents as never, zone, at)
}
