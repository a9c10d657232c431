import * as z from 'zod/mini'

/**
 * What a mail provider reports about a mail after it took the mail. A hard bounce means that the mailbox does not
 * exist. A soft bounce means that it took no mail that time.
 */
export type MailEvent = {
  /** The provider's id of the report. Every copy of a report has the same id and `mailbox`. */
  id: string
  kind: 'bounced hard' | 'bounced softly' | 'complained'
  mailbox: string
  /** The mail's Message-ID without brackets if the provider tells it, otherwise the provider's own id of the mail. */
  messageId: string | null
  /** When the mail bounced or was reported as spam, in ISO 8601. Reports may arrive in another order. */
  at: string
}

/**
 * Takes the headers and the body of a provider's call. Returns the events in it, which are none if the call reports
 * something else. Returns 'forged' if the call does not come from the provider. Throws if the proof cannot be checked
 * now, so that the provider calls again.
 */
export type ReadMailEvents = (headers: Headers, body: string) => Promise<MailEvent[] | 'forged'>

/** A text that Postgres can store. */
export const textSchema = z
  .string()
  .check(z.overwrite((text) => text.replaceAll('\0', '').toWellFormed().slice(0, 1000)))

/** A provider's time in a format that Date understands. The result is ISO 8601, with a year of four digits. */
export const timeSchema = z.pipe(
  z.string().check(
    z.refine((time) => {
      const year = new Date(time).getUTCFullYear()
      return year >= 1 && year <= 9999
    }),
  ),
  z.transform((time: string) => new Date(time).toISOString()),
)
