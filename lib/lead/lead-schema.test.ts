import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extraFields } from '../../site/fields.ts'
import { extraRule, leadErrors, leadSchema } from '../../supabase/functions/_shared/lead.ts'
import { assertLinear } from '../../tests/kit/assert-linear.ts'
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

test('exactly those of the list that browsers take are email addresses', () => {
  for (const [email = '', valid] of readCases(new URL('../../tests/cases/emails.tsv', import.meta.url)))
    assert.equal(leadSchema.safeParse({ ...lead, email }).success, valid === 'yes', email)
})

test('an extra field is optional, unless it has a message for the empty field', () => {
  const optional = extraRule({ label: 'Company', max: 200 })
  for (const value of [undefined, '', 'ACME']) assert.ok(optional.safeParse(value).success, `${value}`)
  const required = extraRule({ label: 'Role', max: 100, required: 'Please enter your role.' })
  assert.ok(required.safeParse('Founder').success)
  for (const value of [undefined, '', ' '])
    assert.equal(required.safeParse(value).error?.issues[0]?.message, 'Please enter your role.', `${value}`)
})

const phones = new URL('../../tests/cases/phones.tsv', import.meta.url)

test('no phone of the list is refused, whatever was typed', () => {
  for (const [country, phone] of readCases(phones)) {
    const countryCode = country === 'GB' ? 'UK' : country
    assert.ok(leadSchema.safeParse({ ...lead, phone, countryCode }).success, `${country} ${phone}`)
  }
})

for (const name of ['Zoë', 'محمد', 'ᏣᎳᎩ', '👩‍👩‍👧', 'a\u0301', 'x'.repeat(200)]) {
  test(`the name ${JSON.stringify(name.slice(0, 20))} comes out in NFC`, () => {
    assert.equal(leadSchema.parse({ ...lead, name }).name, name.normalize('NFC'))
  })
}

for (const [typed, stored] of [
  ['info@räucher.example', 'info@xn--rucher-bua.example'],
  ['ana@ｅxample.com', 'ana@example.com'],
  ['ana@exa\u00admple.com', 'ana@example.com'],
  ['ana@EXÄMPLE。com', 'ana@xn--exmple-cua.com'],
  ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@straße.example', 'ana@xn--strae-oqa.example'],
] as const)
  test(`${typed} is stored as ${stored}`, () => {
    assert.equal(leadSchema.parse({ ...lead, email: typed }).email, stored)
  })

for (const email of [
  'ana@ä/b.example',
  'änä@example.com',
  'ana@ä b.example',
  'ana@\u200b',
  'ana@ä:80',
  'ana@ä..com',
])
  test(`${JSON.stringify(email)} is no email address`, () => {
    assert.equal(leadSchema.safeParse({ ...lead, email }).success, false)
  })

for (const pasted of ['\t', '\v', '\f', '\0', '\n', '\u0085', '\u2028', '\u2029'])
  test(`a pasted ${JSON.stringify(pasted)} is a space`, () => {
    const typed = { name: `Ana${pasted}Example${pasted}`, phone: `201${pasted}555 0123` }
    const { name, phone } = leadSchema.parse({ ...lead, ...typed })
    assert.deepEqual([name, phone], ['Ana Example', '201 555 0123'])
  })

for (const name of [
  '\u200b',
  '\u3164',
  '\u2800 \ufeff',
  '\u00ad',
  '\u2060\t',
  '\u034f',
  '\ufe0f',
  '\u115f\u1160',
  '\ufff9',
  '\ufffc',
  '\u202e',
  '\0',
])
  test(`a name of ${JSON.stringify(name)} alone is empty`, () => {
    const parsed = leadSchema.safeParse({ ...lead, name })
    assert.equal(parsed.error && leadErrors(parsed.error).name, 'Please enter your name.')
  })

for (const name of ['', '   ', 'x'.repeat(201), null, ['Ada']]) {
  test(`the name ${JSON.stringify(name)?.slice(0, 20)} gets a message under its field`, () => {
    const parsed = leadSchema.safeParse({ ...lead, name })
    assert.ok(parsed.error && leadErrors(parsed.error).name)
  })
}

test('a lead without consent is refused with a message at the box', () => {
  const parsed = leadSchema.safeParse({ ...lead, consent: false })
  assert.deepEqual(parsed.error && leadErrors(parsed.error), { consent: 'Please tick the box to continue.' })
})

test('a field takes linear time', () => {
  assertLinear(
    (text) => leadSchema.safeParse({ ...lead, name: text, phone: text, email: `a@${text}` }),
    ['a.', 'a@'],
  )
  assertLinear((text) => leadSchema.safeParse({ ...lead, name: text.repeat(4) }))
})
