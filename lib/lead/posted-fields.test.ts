import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../tests/kit/server-settings.ts'

const { openFields, sealFields } = await import('./posted-fields.ts')

function sealed(fields: Record<string, string | Blob>): string {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return sealFields(form)
}
const carried = (fields: Record<string, string | Blob>) =>
  Object.fromEntries(openFields(sealed(fields)) ?? [])

test('the fields of the form come back as they were, and no others', () => {
  const fields = { name: 'Zoë & "山"', email: 'a+b@example.com', consent: 'on', variant: 'b', topic: '=' }
  assert.deepEqual(carried({ ...fields, $ACTION_KEY: 'k1', x: '1', phone: new Blob(['1']) }), fields)
})

test('the id of the consent text comes back whole, and with it the text whatever its length', () => {
  const consentId = '2026-11-23.0123456789abcdef'
  assert.deepEqual(carried({ consentId }), { consentId })
})

test('a field that is too long stays too long', () => {
  const { name = '', email } = carried({ name: '山'.repeat(60_000), email: 'ada@example.com' })
  // The email address may be longer than any other field: 320 characters.
  assert.ok(`${name}`.length > 320 && `${name}`.length < 2_000)
  assert.equal(email, 'ada@example.com')
})

test('the campaign comes back whole, and so does the referrer', () => {
  const ttclid = 'x'.repeat(510)
  const arrival = `?utm_campaign=${encodeURIComponent('Frühling & mehr')}&ttclid=${ttclid}&email=ada%40example.com`
  const { arrival: kept = '', referrer } = carried({
    arrival,
    referrer: `https://a.example/${'b'.repeat(900)}?c`,
  })
  const campaign = Object.fromEntries(new URLSearchParams(`${kept}`))
  assert.deepEqual(campaign, { utm_campaign: 'Frühling & mehr', ttclid })
  assert.equal(referrer, `https://a.example/${'b'.repeat(900)}`)
})

test('a field that the page fills in is whole or missing, and the trap stays filled', () => {
  const long = 'x'.repeat(200)
  assert.deepEqual(carried({ consentId: long, variant: 'b', topic: long, arrival: '' }), {
    variant: 'b',
    topic: 'x',
  })
})

test('the longest form fits into a header of 16 KB', () => {
  const names = [
    ...['name', 'email', 'phone', 'countryCode', 'consent', 'topic', 'consentId', 'arrival'],
    ...['submissionId', 'variant', 'referrer', 'elapsedMs', 'token'],
  ]
  for (const text of ['山', '"', 'x']) {
    const header = sealed(Object.fromEntries(names.map((name) => [name, text.repeat(60_000)])))
    assert.ok(header.length < 16_000, `${header.length} bytes of ${text}`)
  }
})

test('the header names nobody, and nobody else can make it', () => {
  const header = sealed({ name: 'Ada Lovelace', email: 'ada@example.com' })
  assert.match(header, /^[\w-]+$/)
  assert.doesNotMatch(Buffer.from(header, 'base64url').toString('latin1'), /Ada|example/)
  assert.notEqual(sealed({ name: 'Ada Lovelace', email: 'ada@example.com' }), header)
  for (const forged of ['', 'name=Ada', header.slice(1), `${header.slice(0, -9)}AAAAAAAAA`])
    assert.equal(openFields(forged), undefined)
})
