import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadRequestSchema } from '../../supabase/functions/_shared/lead-request.ts'
import { assertLinear } from '../../tests/kit/assert-linear.ts'
import '../../tests/kit/server-settings.ts'

const { evidenceAddress, leadContext, suspicion } = await import('./lead-context.ts')

const referrerOf = (referrer: string, headers: Record<string, string>) => {
  const form = new FormData()
  form.set('referrer', referrer)
  return leadContext(new Headers(headers), form).referrer
}

test('a page of this site is not kept as the referrer, because its address may hold a token', () => {
  const link = `https://training.example/confirm/${crypto.randomUUID()}/ask`
  assert.equal(referrerOf(link, { host: 'training.example' }), '')
  const proxied = { host: '10.0.0.1:3000', 'x-forwarded-host': 'training.example' }
  assert.equal(referrerOf(link, proxied), '')
  assert.equal(referrerOf('https://search.example/', proxied), 'https://search.example/')
})

test('if a browser sends no Referer, the page in the evidence is the origin of the form', () => {
  const pageOf = (headers: Record<string, string>) => leadContext(new Headers(headers), new FormData()).page
  assert.equal(pageOf({ origin: 'https://training.example' }), 'https://training.example/')
  assert.equal(
    pageOf({ origin: 'https://training.example', referer: 'https://training.example/offer?a=b' }),
    'https://training.example/offer',
  )
  // A proxy may empty the header, and RFC 9110 allows about:blank.
  for (const referer of ['', 'about:blank', 'no-referrer'])
    assert.equal(pageOf({ origin: 'https://training.example', referer }), 'https://training.example/')
  for (const origin of ['null', '']) assert.equal(pageOf({ origin }), '')
})

test('an address keeps its path, and neither the login, the query nor the fragment', () => {
  for (const [text, kept] of [
    ['https://example.com/a?utm_source=x&email=ada%40example.com', 'https://example.com/a'],
    ['https://ada:secret@example.com/?token=x#access_token=y', 'https://example.com/'],
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
  ] as const) {
    assert.equal(evidenceAddress(text), kept)
  }
})

test('a text that is not an address is dropped, and of a long address the host is kept', () => {
  for (const text of ['', 'ada@example.com', '/path?email=x']) assert.equal(evidenceAddress(text), '')
  assert.equal(evidenceAddress(`https://example.com/${'x'.repeat(5000)}`), 'https://example.com/')
  assert.equal(evidenceAddress(`android-app://${'x'.repeat(500)}/`), '')
})

test('an address with very many query keys costs little processor time', () => {
  const keys = Array.from({ length: 12_000 }, (_, index) => `k${index}`)
  const address = `https://example.com/?${keys.join('&')}`
  const start = process.cpuUsage()
  assert.equal(evidenceAddress(address), 'https://example.com/')
  const { user, system } = process.cpuUsage(start)
  assert.ok(user + system < 1_000_000, `${user + system} microseconds`)
})

test('the campaign is that of the arrival, and without scripts that of the page', () => {
  const campaignOf = (fields: Record<string, string>) =>
    leadContext(new Headers({ referer: 'https://a.example/?utm_campaign=page' }), form(fields)).campaign
  assert.deepEqual(campaignOf({ arrival: '?UTM_Campaign=spring' }), { utm_campaign: 'spring' })
  assert.deepEqual(campaignOf({}), { utm_campaign: 'page' })
})

test('a browser that asks not to be tracked is noted, and no other', () => {
  const asks = (headers: Record<string, string>) =>
    leadContext(new Headers(headers), new FormData()).refusesTracking
  assert.deepEqual([asks({ 'sec-gpc': '1' }), asks({ dnt: '1' })], [true, true])
  assert.deepEqual([asks({}), asks({ 'sec-gpc': '0', dnt: '0' })], [undefined, undefined])
})

function form(fields: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('a form sent faster than a person types is a bot’s', () => {
  assert.deepEqual(suspicion(form({ elapsedMs: '2000' })), { suspectedBot: false })
  for (const elapsedMs of ['0', '1999']) {
    assert.deepEqual(suspicion(form({ elapsedMs })), { suspectedBot: true }, elapsedMs)
  }
})

test('a time that is missing or not a number does not hold the emails', () => {
  const unknown = { suspectedBot: false, timeUnknown: true }
  assert.deepEqual(suspicion(form({})), unknown)
  for (const elapsedMs of ['', 'abc', '-5', '1e9', 'Infinity', 'NaN', '0x999', '20000.5', '9'.repeat(16)]) {
    assert.deepEqual(suspicion(form({ elapsedMs })), unknown, elapsedMs)
  }
})

test('a filled trap field is a bot’s, whatever the time', () => {
  for (const elapsedMs of ['20000', '']) {
    assert.equal(suspicion(form({ elapsedMs, topic: 'seo' })).suspectedBot, true)
  }
})

test('a request takes linear time', () => {
  const lead = { name: 'Ann', email: 'ann@example.com', phone: '1', country_code: 'US', consent: true }
  assertLinear(
    (text) => {
      const campaign = { utm_source: text, gclid: text }
      const context = { page: text, referrer: text, userAgent: text, ipHash: text, variant: text, campaign }
      leadRequestSchema.safeParse({ ...lead, context: { ...context, consentText: text } })
    },
    ['a-', '-'],
  )
})
