import * as z from 'zod/mini'
import { cleanText } from '../../_shared/clean-text.ts'
import { isBadAddress } from '../bad-address.ts'

/**
 * A mail provider's report about an accepted email. Hard bounce: the mailbox does not exist. Soft bounce: it
 * did not take this email, for another reason. `unsubscribed`: the receiver told the provider. If they
 * subscribe again there, that is no event: only the operator lets a mailbox get emails again, with a note.
 */
export type MailEvent = {
  /** The provider's id of the report. Two copies have the same id and the same `mailbox`. */
  id: string
  kind: 'bounced hard' | 'bounced softly' | 'complained' | 'unsubscribed'
  /**
   * The email never arrives: the provider gave up after a soft bounce, or the receiver had unsubscribed
   * before.
   */
  isLost?: true
  mailbox: string
  /** The Message-ID without brackets, or else the provider's own id of the email. */
  messageId: string | null
  /** When it happened (ISO 8601). Reports may arrive in another order. */
  at: string
}

/**
 * Takes the headers and body of a call. Empty if it reports something else, and 'forged' if it is not from
 * the provider. Throws if that cannot be checked now, so that the provider calls again.
 */
export type ReadMailEvents = (headers: Headers, body: string) => Promise<MailEvent[] | 'forged'>

/** One that Postgres can store. */
export const textSchema = z
  .string()
  .check(z.overwrite((text) => cleanText(text).slice(0, 1000).toWellFormed()))

/** Another type counts as missing. */
export const detailSchema = z.catch(z.nullish(textSchema), undefined)

/**
 * Takes whether the provider has given up, and the mail server's answer. All answers are read by the rule for
 * our own mail server: a provider's word for a bounce may also mean a full mailbox or a policy against the
 * sender.
 */
export function readBounce(hasGivenUp: boolean, answer: string): Pick<MailEvent, 'kind' | 'isLost'> {
  if (hasGivenUp && isBadAddress(answer)) return { kind: 'bounced hard' }
  return { kind: 'bounced softly', ...(hasGivenUp && { isLost: true }) }
}

/** From any format of Date to ISO 8601 with a year of four digits. */
export const timeSchema = z.pipe(
  z.string().check(
    z.refine((time) => {
      const year = new Date(time).getUTCFullYear()
      return year >= 1 && year <= 9999
    }),
  ),
  z.transform((time: string) => new Date(time).toISOString()),
)
