import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text.ts'
import { type Meaning, meaningOf } from './meaning.ts'
import type { ReadText } from './read-text.ts'

const twilioMeanings = new Map<string, Meaning>([
  ['STOP', 'stop'],
  ['START', 'start'],
])

/** Twilio signs the address now without and now with it (twilio/twilio-node 044e3f83, src/webhooks/webhooks.ts). */
const withPort = (url: string) => url.replace(/^(https:\/\/[^/:?#]+)(?=[/?#])/, '$1:443')

/** A lead that comes at the same time as texts is stored before the first of them is read. */
const headStartMs = 50
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Returns a function that reads the callback that Twilio sends for each incoming text message:
 * https://www.twilio.com/docs/usage/security
 */
export function createTwilioReader(authToken: string): ReadText {
  let lastTurn: Promise<unknown> = Promise.resolve()
  // To read a text takes up to some milliseconds, and the first ones in a process 40. Many at once are read one by one,
  // and a lead goes on in between.
  const nextTurn = () => (lastTurn = lastTurn.then(() => pause(0)))

  return async (url, headers, body) => {
    const fields = new URLSearchParams(body)
    const sent = [...fields]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, value]) => name + value)
      .join('')
    const isSigned = [url, withPort(url)].some((address) => {
      const wanted = createHmac('sha1', authToken)
        .update(address + sent)
        .digest('base64')
      return isSameText(headers.get('x-twilio-signature') ?? '', wanted)
    })
    if (!isSigned) return 'forged'
    await pause(headStartMs)
    await nextTurn()
    // Postgres stores no NUL.
    const words = (fields.get('Body') ?? '').replaceAll('\0', '')
    return {
      // If a message comes through another channel, the name of the channel stands before the number:
      // whatsapp:+12015550123.
      sender: (fields.get('From') ?? '').replace(/^[a-z]+:(?=\+)/, ''),
      words,
      // If Twilio itself handles words such as STOP, OptOutType says how Twilio understood the message.
      meaning: twilioMeanings.get(fields.get('OptOutType') ?? '') ?? meaningOf(words),
      message_id: fields.get('MessageSid'),
    }
  }
}
