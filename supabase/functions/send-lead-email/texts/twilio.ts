import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReadText } from './read-text.ts'

/** Twilio's stop words (https://help.twilio.com/articles/223134027) and those of 47 CFR 64.1200(a)(10). */
const stopWords = /^\W*(?:stop(?:\W*all)?|unsubscribe|cancel|end|quit|revoke|opt\W*out)\W*$/i

const encoder = new TextEncoder()

/** Returns a reader of the callback that Twilio sends for each incoming text message: https://www.twilio.com/docs/usage/security */
export function createTwilioReader(authToken: string): ReadText {
  return (url, headers, body) => {
    const fields = new URLSearchParams(body)
    const signed = [...fields]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .reduce((text, [name, value]) => text + name + value, url)
    const wanted = encoder.encode(createHmac('sha1', authToken).update(signed).digest('base64'))
    const shown = encoder.encode(headers.get('x-twilio-signature') ?? '')
    if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) return 'forged'
    // If Twilio itself handles the stop words, OptOutType says how Twilio understood the message.
    const isStop = fields.get('OptOutType') === 'STOP' || stopWords.test(fields.get('Body') ?? '')
    return { from: fields.get('From') ?? '', isStop }
  }
}
