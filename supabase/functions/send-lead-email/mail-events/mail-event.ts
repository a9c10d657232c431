import * as z from 'zod/mini'
import { cleanText } from '../../_shared/clean-text.ts'
import { isBadAddress } from '../bad-address.ts'

/**
 * What a mail provider reports about an email that it has accepted before. After a hard bounce, the mailbox
 * does not exist. After a soft bounce, the mailbox did not take this email, for whatever other reason.
 * `unsubscribed` means that the receiver told the provider that they want no emails. If they subscribe again
 * there, that is no event: only the operator lets a mailbox get emails again, with a note.
 */
export type MailEvent = {
  /**
   * The id that the provider gave to the report. If the provider sends a report twice, both copies have the same id
   * and the same `mailbox`.
   */
  id: string
  kind: 'bounced hard' | 'bounced softly' | 'complained' | 'unsubscribed'
  /**
   * True if the email never arrives: after a soft bounce if the provider does not try again, or because the
   * receiver had unsubscribed before.
   */
  isLost?: true
  mailbox: string
  /**
   * The Message-ID of the email, without brackets. If the provider does not report the Message-ID, this is
   * the provider's own id of the email.
   */
  messageId: string | null
  /** When the email bounced or was reported as spam, in ISO 8601. Reports may arrive in a different order. */
  at: string
}

/**
 * Takes the headers and the body of a call. Returns the events in it, or an empty list if the call reports something
 * else. If the call does not come from the provider, returns 'forged'. If the origin cannot be checked now, throws,
 * so that the provider calls again.
 */
export type ReadMailEvents = (headers: Headers, body: string) => Promise<MailEvent[] | 'forged'>

/** One that Postgres can store. */
export const textSchema = z
  .string()
  .check(z.overwrite((text) => cleanText(text).slice(0, 1000).toWellFormed()))

/** A text that may be missing. If it has another type, it counts as missing. */
export const detailSchema = z.catch(z.nullish(textSchema), undefined)

/**
 * Takes whether the provider has given up, and what it tells about the answer of the mail server. All providers are
 * read by the same rule as the answers of our own mail server: a provider's own word for a bounce may also mean a full
 * mailbox or a policy against the sender.
 */
export function readBounce(hasGivenUp: boolean, answer: string): Pick<MailEvent, 'kind' | 'isLost'> {
  if (hasGivenUp && isBadAddress(answer)) return { kind: 'bounced hard' }
  return { kind: 'bounced softly', ...(hasGivenUp && { isLost: true }) }
}

/**
 * A time from a provider, in any format that Date understands. The time is converted to ISO 8601, with a year of four
 * digits.
 */
export const timeSchema = z.pipe(
  z.string().check(
    z.refine((time) => {
      const year = new Date(time).getUTCFullYear()
      return year >= 1 && year <= 9999
    }),
  ),
  z.transform((time: string) => new Date(time).toISOString()),
)
