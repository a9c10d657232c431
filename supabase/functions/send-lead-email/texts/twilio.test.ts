import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { TextMessage } from './read-text.ts'
import { createTwilioReader } from './twilio.ts'

/**
 * The example is from https://www.twilio.com/docs/usage/security#validating-requests and from the tests in the
 * libraries of Twilio.
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

test('the signature is that of Twilio’s documentation', async () => {
  const headers = new Headers({ 'x-twilio-signature': documented.signature })
  const body = `${new URLSearchParams(documented.fields)}`
  const readDocumented = createTwilioReader(documented.token)
  assert.deepEqual(await readDocumented(documented.url, headers, body), {
    sender: '+14158675309',
    words: '',
    meaning: 'other',
    message_id: null,
  })
  // The same address with its port, as twilio-node (044e3f83, getExpectedTwilioSignature) signs it.
  const withPort = new Headers({ 'x-twilio-signature': 'kvajT1Ptam85bY51eRf/AJRuM3w=' })
  assert.notEqual(await readDocumented(documented.url, withPort, body), 'forged')
  const elsewhere = documented.url.replace('.com', '.com:8443')
  assert.notEqual(await readDocumented(elsewhere, headers, body), 'forged')
  assert.equal(
    await readDocumented('https://mycompany.com.evil/myapp.php?foo=1&bar=2', withPort, body),
    'forged',
  )
  assert.equal(await readDocumented(`${documented.url}&x`, headers, body), 'forged')
  assert.equal(await readDocumented(documented.url, headers, `${body}&To=1`), 'forged')
  assert.equal(await readDocumented(documented.url, new Headers(), body), 'forged')
})

test('a text means what it says, or what Twilio took it for, from any channel', async () => {
  const sender = '+12015550123'
  const read = async (fields: Record<string, string>) => {
    const { words, message_id, ...message } = (await readSigned({
      MessageSid: 'SM1',
      ...fields,
    })) as TextMessage
    assert.equal(message_id, 'SM1')
    return message
  }
  assert.deepEqual(await read({ Body: 'stop please' }), { sender, meaning: 'stop' })
  assert.deepEqual(await read({ Body: 'STOP', From: `whatsapp:${sender}` }), { sender, meaning: 'stop' })
  assert.deepEqual(await read({ Body: 'Basta', OptOutType: 'STOP' }), { sender, meaning: 'stop' })
  assert.deepEqual(await read({ Body: 'YES', OptOutType: 'START' }), { sender, meaning: 'start' })
  assert.deepEqual(await read({ Body: 'YES' }), { sender, meaning: 'other' })
  assert.deepEqual(await read({ Body: 'HELP', OptOutType: 'HELP' }), { sender, meaning: 'other' })
  assert.deepEqual(await readSigned({ Body: 'a\0b' }), {
    ...{ sender, words: 'ab', meaning: 'other' },
    message_id: null,
  })
})

test('nobody guesses a signature: random ones of any length are forged', async () => {
  const body = `${new URLSearchParams({ From: '+12015550123', Body: 'STOP' })}`
  for (let length = 0; length < 30; length += 1) {
    const guess = Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('base64')
    assert.equal(await read(url, new Headers({ 'x-twilio-signature': guess }), body), 'forged')
  }
})

test('many texts at once are read one by one, after what came at the same time', async () => {
  let hasRead = 0
  const texts = Array.from({ length: 30 }, async (_, number) => {
    await readSigned({ Body: `a text ${number}` })
    hasRead += 1
  })
  // Timers end in the order of their times, however busy the machine is.
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(hasRead, 0)
  let most = 0
  while (hasRead < texts.length) {
    const before = hasRead
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, hasRead - before)
  }
  assert.ok(most < 5, `${most} at once`)
  await Promise.all(texts)
})
