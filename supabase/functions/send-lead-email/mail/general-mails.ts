import { alertMail } from './alert.ts'
import { digestMail } from './digest.ts'
import { noticeMail } from './notice.ts'
import { overviewMail } from './overview.ts'
import { sealMail } from './seal.ts'
import type { Mail } from './write-mail.ts'

/**
 * The emails to the owner that concern no single lead, by the kind that stands in the outbox. Each writer
 * takes the contents that were stored with the email, the operator's time zone, and the time (ISO 8601) at
 * which it was queued. An older database does not send the zone.
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

/**
 * If this version of the function does not know the kind, throws a TypeError, and the email waits for a newer
 * version.
 */
export function generalMail({ kind, contents, time_zone: zone, queued_at: at }: GeneralMail): Mail {
  const write: (contents: never, zone: string | undefined, at: string) => Mail = generalMails[kind]
  return write(contents as never, zone, at)
}
