import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text.ts'
import { type Meaning, meaningOf } from './meaning.ts'
import type { ReadText } from './read-text.ts'

const twilioMeanings = new Map<string, Meaning>([
  ['STOP', 'stop'],
  ['START', 'start'],
])

/** Twilio signs the address with or without its port (twilio/twilio-node 044e3f83, src/webhooks/webhooks.ts). */
const withPort = (url: string) => url.replace(/^(https:\/\/[^/:?#]+)(?=[/?#])/, '$1:443')
const withoutPort = (url: string) => url.replace(/^(https:\/\/[^/:?#]+):\d+(?=[/?#])/, '$1')

/** A lead that comes with texts is stored before the first is read. */
const headStartMs = 50
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads Twilio's callback for an incoming text message: https://www.twilio.com/docs/usage/security */
export function createTwilioReader(authToken: string): ReadText {
  let lastTurn: Promise<unknown> = Promise.resolve()
  // A text takes up to some milliseconds, and a process's first ones 40. Many are read one by one, so that a
  // lead can go on in between.
  const nextTurn = () => (lastTurn = lastTurn.then(() => pause(0)))

  return async (url, headers, body) => {
    const fields = new URLSearchParams(body)
    const sent = [...fields]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, value]) => name + value)
      .join('')
    const isSigned = [url, withPort(url), withoutPort(url)].some((address) => {
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
      // In other channels, the channel is before the number: whatsapp:+12015550123.
      sender: (fields.get('From') ?? '').replace(/^[a-z]+:(?=\+)/, ''),
      words,
      // If Twilio handles words such as STOP, OptOutType says how it understood the message.
      meaning: twilioMeanings.get(fields.get('OptOutType') ?? '') ?? meaningOf(words),
      message_id: fields.get('MessageSid'),
    }
  }
}
