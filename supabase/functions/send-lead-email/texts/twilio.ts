import { createHmac } from 'node:crypto'
import { isSameText } from '../same-text.ts'
import type { ReadText } from './read-text.ts'

/** Twilio's stop words (https://help.twilio.com/articles/223134027) and those of 47 CFR 64.1200(a)(10). */
const stopWords = /^\W*(?:stop(?:\W*all)?|unsubscribe|cancel|end|quit|revoke|opt\W*out)\W*$/i

/** Returns a reader of the callback that Twilio sends for each incoming text message: https://www.twilio.com/docs/usage/security */
export function createTwilioReader(authToken: string): ReadText {
  return (url, headers, body) => {
    const fields = new URLSearchParams(body)
    const signed = [...fields]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .reduce((text, [name, value]) => text + name + value, url)
    const wanted = createHmac('sha1', authToken).update(signed).digest('base64')
    if (!isSameText(headers.get('x-twilio-signature') ?? '', wanted)) return 'forged'
    // If Twilio itself handles the stop words, OptOutType says how Twilio understood the message.
    const isStop = fields.get('OptOutType') === 'STOP' || stopWords.test(fields.get('Body') ?? '')
    return { from: fields.get('From') ?? '', isStop }
  }
}
