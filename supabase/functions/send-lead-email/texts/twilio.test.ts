import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createTwilioReader } from './twilio.ts'

/**
 * The example is from https://www.twilio.com/docs/usage/security#validating-requests and from the tests of Twilio's
 * libraries.
 */
const documented = {
  token: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  fields: {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  },
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
}

const url = 'https://abc.supabase.co/functions/v1/send-lead-email/texts/twilio'
const token = '0123456789abcdef0123456789abcdef'
const read = createTwilioReader(token)
const sign = (body: URLSearchParams, key = token) => {
  const names = [...new Set(body.keys())].sort()
  const text = names.reduce((signed, name) => signed + name + body.get(name), url)
  return createHmac('sha1', key).update(text).digest('base64')
}
const readSigned = (fields: Record<string, string>) => {
  const body = new URLSearchParams({ From: '+12015550123', ...fields })
  return read(url, new Headers({ 'x-twilio-signature': sign(body) }), `${body}`)
}

test('the signature is that of Twilio’s documentation', () => {
  const headers = new Headers({ 'x-twilio-signature': documented.signature })
  const body = `${new URLSearchParams(documented.fields)}`
  const readDocumented = createTwilioReader(documented.token)
  assert.deepEqual(readDocumented(documented.url, headers, body), { from: '+14158675309', isStop: false })
  assert.equal(readDocumented(`${documented.url}&x`, headers, body), 'forged')
  assert.equal(readDocumented(documented.url, headers, `${body}&To=1`), 'forged')
  assert.equal(readDocumented(documented.url, new Headers(), body), 'forged')
})

test('every stop word withdraws, however it is written, and so does a text that Twilio took for one', () => {
  for (const Body of [
    ...['STOP', 'stop', ' Stop. ', 'STOPALL', 'Stop all', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE'],
    ...['OPTOUT', 'opt-out', 'Opt out!'],
  ])
    assert.deepEqual(readSigned({ Body }), { from: '+12015550123', isStop: true }, Body)
  assert.deepEqual(readSigned({ Body: 'ARRÊT', OptOutType: 'STOP' }), { from: '+12015550123', isStop: true })
  for (const Body of ['HELP', 'START', 'When does it end?', 'Non-stop', ''])
    assert.deepEqual(readSigned({ Body, OptOutType: 'HELP' }), { from: '+12015550123', isStop: false }, Body)
})

test('nobody guesses a signature: 10,000 random ones, of any length, are forged', () => {
  const body = `${new URLSearchParams({ From: '+12015550123', Body: 'STOP' })}`
  for (let at = 0; at < 10_000; at += 1) {
    const guess = Buffer.from(crypto.getRandomValues(new Uint8Array(at % 30))).toString('base64')
    assert.equal(read(url, new Headers({ 'x-twilio-signature': guess }), body), 'forged')
  }
})
