import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extraFields, leadErrors, leadSchema } from '../../supabase/functions/_shared/lead.ts'
import { readCases } from '../../tests/kit/read-cases.ts'

const extras = Object.fromEntries(Object.keys(extraFields).map((name) => [name, 'x']))
const lead = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '1',
  countryCode: 'US',
  consent: true,
  ...extras,
}

for (const [email = '', valid] of readCases(new URL('../../tests/cases/emails.tsv', import.meta.url))) {
  test(`${JSON.stringify(email)} is ${valid === 'yes' ? 'an' : 'no'} email address`, () => {
    assert.equal(leadSchema.safeParse({ ...lead, email }).success, valid === 'yes')
  })
}

const phones = new URL('../../tests/cases/phones.tsv', import.meta.url)

for (const [country, phone] of readCases(phones)) {
  test(`the phone ${JSON.stringify(phone)} (${country}) is never refused`, () => {
    const countryCode = country === 'GB' ? 'UK' : country
    assert.ok(leadSchema.safeParse({ ...lead, phone, countryCode }).success)
  })
}

for (const name of ['Zoë', 'محمد', 'ᏣᎳᎩ', '👩‍👩‍👧', 'a\u0301', 'x'.repeat(200)]) {
  test(`the name ${JSON.stringify(name.slice(0, 20))} comes out in NFC`, () => {
    assert.equal(leadSchema.parse({ ...lead, name }).name, name.normalize('NFC'))
  })
}

for (const name of ['', '   ', 'a\0b', 'a\nb', 'a\u0085b', '\ud800', 'x'.repeat(201), null, ['Ada']]) {
  test(`the name ${JSON.stringify(name)?.slice(0, 20)} gets a message under its field`, () => {
    const parsed = leadSchema.safeParse({ ...lead, name })
    assert.ok(parsed.error && leadErrors(parsed.error).name)
  })
}

test('a lead without consent is refused with a message at the box', () => {
  const parsed = leadSchema.safeParse({ ...lead, consent: false })
  assert.deepEqual(parsed.error && leadErrors(parsed.error), { consent: 'Please tick the box to continue.' })
})
