import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { describeRegistration } from '../../desk/core/registration.ts'
import { brand } from '../../site/brand.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query, sameOrigin } = await openDeskApp()

/** Sends a form of the page. Returns what the page then says. */
async function act(form: Record<string, string>) {
  const { status, headers } = await ask('POST', '/texting', sameOrigin, String(new URLSearchParams(form)))
  assert.equal(status, 303)
  const { body } = await ask('GET', String(headers.location))
  const { document } = parseHTML(body)
  return {
    notice: document.querySelector('p[role=status]')?.textContent ?? '',
    stops: [...document.querySelectorAll('main li')].map(({ textContent }) => textContent),
    lifts: document.querySelectorAll('input[name=note]').length,
  }
}

test('a number is stopped, listed, and its stop is lifted with a note, whoever has it', async () => {
  const { notice, stops, lifts } = await act({ do: 'stop', phone: '+1 (201) 555-0188' })
  assert.match(notice, /^The number is stopped .* No lead has it\.$/)
  assert.match(stops.join(), /^\+1 201 555 0188stoppedStopped .*, at the desk by the owner/)
  assert.equal(lifts, 1)
  assert.match((await act({ do: 'stop', phone: '0201 5550188' })).notice, /^This is not a phone number/)
  const number = '+12015550188'
  assert.match((await act({ do: 'lift', phone: number, note: ' ' })).notice, /^Nothing was changed/)
  const lifted = await act({ do: 'lift', phone: number, note: 'She called' })
  assert.match(lifted.notice, /^The stop is lifted/)
  assert.match(lifted.stops.join(), /Lifted .*, at the desk by the owner: She called/)
  assert.equal(lifted.lifts, 0)
  assert.equal(
    (await act({ do: 'lift', phone: number, note: 'Again' })).notice,
    'Nothing was lifted: this number is not stopped any more, or it was stopped again since you opened the page. You had entered “Again”, “+12015550188”.',
  )
  assert.equal((await act({ do: 'shout' })).notice, 'Nothing was done: no button was pressed.')
})

for (const [typed, number] of [
  ['+44 (0)7911 123456', '+447911123456'],
  ['+1 201 555 0166 ext. 4', '+12015550166'],
  ['+1 2O1 555 0167', '+12015550167'],
  ['+1 201 555 0168/4', '+12015550168'],
])
  test(`the number that is meant by ${typed} is stopped`, async () => {
    const { notice } = await act({ do: 'stop', phone: `${typed}` })
    assert.equal(
      notice,
      `The number is stopped until START comes from it, or you lift the stop: ${number}. No lead has it.`,
    )
  })

test('the list leads to the page if it is filtered by consent', async () => {
  const isLinked = async (query: string) =>
    parseHTML((await ask('GET', `/leads${query}`)).body).document.querySelector('main a[href="/texting"]') !==
    null
  assert.deepEqual([await isLinked('?consent=stopped'), await isLinked('')], [true, false])
})

test('everybody who has not confirmed the number is asked by email', async () => {
  await query('select accept_lead(gen_random_uuid(), $1)', [
    { ...lead, email: 'eve@example.org', phone_e164: '+12015550123' },
  ])
  await query(`update outbox set status = 'sent', reason = null, queued_at = now() - interval '2 days'`)
  const asking = async (people: string) => {
    const body = String(new URLSearchParams({ do: 'ask', people }))
    const { document } = parseHTML((await ask('POST', '/texting', sameOrigin, body)).body)
    return document.querySelector('main [role=alert]')?.textContent ?? ''
  }
  const mails = () => query(`select 1 from outbox where kind = 'visitor' and status = 'pending'`)
  // Nobody gets an email before the operator was told how many do.
  for (const people of ['', '7', 'x'])
    assert.match(await asking(people), /^This sends an email to 1 person\..*Send 1 email/)
  assert.deepEqual(await mails(), [])
  const { notice } = await act({ do: 'ask', people: '1' })
  assert.match(notice, /^1 person will be asked by email to confirm the number\.$/)
  assert.equal((await mails()).length, 1)
  assert.match((await act({ do: 'ask' })).notice, /^There is nobody to ask/)
})

test('a text message that came in is listed', async () => {
  await query(`select receive_text('+12015550177', 'What <is> this?', 'other')`)
  const { document } = parseHTML((await ask('GET', '/texting')).body)
  const texts = [...document.querySelectorAll('main li blockquote')].map(({ textContent }) => textContent)
  assert.deepEqual(texts, ['What <is> this?'])
})

test('every number that the database takes can be stopped, however short it is', async () => {
  await query(`select receive_text('+12345', 'Hello', 'other')`)
  const { document } = parseHTML((await ask('GET', '/texting')).body)
  const offered = document.querySelectorAll('main li input[name=phone]')
  const numbers = [...offered].map((input) => input.getAttribute('value'))
  assert.ok(numbers.includes('+12345'), numbers.join())
  for (const phone of numbers)
    assert.match((await act({ do: 'stop sender', phone: `${phone}` })).notice, /^The number is stopped/)
})

test('the registration has all that a reviewer looks for, and names what is not set', async () => {
  const from = {
    legalName: 'Example Ltd',
    postalAddress: '1 Main Street',
    contact: 'hello@example.com',
    links: [
      { text: 'Terms', href: 'https://x.example/terms' },
      { text: 'Privacy', href: 'https://x.example/privacy' },
    ],
  }
  const answers = describeRegistration(from, 'https://x.example')
  const text = Object.values(answers).join('\n')
  for (const part of [
    'Example Ltd, 1 Main Street, hello@example.com',
    'https://x.example/terms',
    'https://x.example/privacy',
    'recurring automated marketing text messages',
    'Reply HELP',
    'write to hello@example.com',
  ])
    assert.ok(text.includes(part), part)
  for (const word of [brand, 'marketing', 'frequency', 'rates', 'HELP', 'STOP'])
    assert.ok(answers['First text'].includes(word))
  assert.doesNotMatch(text, /<.+>/)
  const { document } = parseHTML((await ask('GET', '/texting')).body)
  const shown = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  // An answer with a hole would be copied into the registration as it is.
  assert.ok(shown.length > 0)
  for (const answer of shown) assert.doesNotMatch(answer, /[<>]/)
  assert.match(document.querySelector('main')?.textContent ?? '', /Not ready yet: .*Terms, Privacy/)
})
