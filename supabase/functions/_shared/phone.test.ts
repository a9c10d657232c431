import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../tests/kit/assert-linear.ts'
import { readCases } from '../../../tests/kit/read-cases.ts'
import type { CountryCode } from './lead.ts'
import { toE164, toInternational, toSearch } from './phone.ts'

test('every phone number of the list gets its E.164 form, or none if it is not valid', () => {
  const rows = readCases(new URL('../../../tests/cases/phones.tsv', import.meta.url))
  assert.ok(rows.length > 50)
  for (const [region, input = '', expected] of rows) {
    const country = (region === 'GB' ? 'UK' : region) as CountryCode
    assert.equal(toE164(input, country) ?? 'invalid', expected, `${region} ${input}`)
  }
})

const us = '+12015550123'
const uk = '+447911123456'
const au = '+61412345678'

const typed: Partial<Record<CountryCode, [typed: string, number: string][]>> = {
  US: [
    ...[
      '+1\ufe0f-201-555-0123',
      '201·555·0123',
      '201•555•0123',
      '201∙555‧0123',
      '00 1 201 555 0123',
      '001-201-555-0123',
      '00 (1) 201 555 0123',
      '011 1 201 555 0123',
      '2O1 555 O123',
      'l 201 555 0l23',
      'mobile: 201 555 0123',
      '(mobile) 201 555 0123',
      '201.555.0123 ext 4',
      '201 555 0123 extension 45',
      '201-555-0123 poste 4',
      '201-555-0123, Poste : 12',
      '201-555-0123/4',
      '201/555/0123',
      '201,555,0123',
      '[201] 555 0123',
      '"201 555 0123"',
      '201—555—0123',
      '201 − 555 − 0123',
      '201\u2060555\u00ad0123',
      '1\ufe0f\u20e32\ufe0f\u20e301 555 0123',
      '२०१ ५५५ ०१२३',
      '𝟚𝟘𝟙 555 0123',
      '２０１\u3000５５５\u3000０１２３',
      '++1 201 555 0123',
      '+ 1 (201) 555-0123',
      'tel:+1-201-555-0123',
      '201 555 0123 or 201 555 0188',
      '201\t555\t0123',
      '011+1 201 555 0123',
      '+1 +1 201-555-0123',
      '+44 +1 201 555 0123',
      '201-555-0123 201-555-0188',
      '2015550123 | 2015550188',
      '201-555-0123 (h) 201-555-0188 (c)',
      'h: 201-555-0123 c: 201-555-0188',
      '201-555-0123, call after 5',
      'after 5pm 201-555-0123',
    ].map((text): [string, string] => [text, us]),
    ['+44 (0)7911 123456', uk],
    ['011 44 7911 123456', uk],
  ],
  UK: [
    ...[
      '07911 123456 (mobile)',
      'O7911 123456',
      '+44 (0) 7911 123456',
      '0044 (0)7911 123456',
      '+44 0 7911 123456',
      '(+44) 7911 123456',
      'call me: 07911–123–456',
      '07911 123456 / 07911 654321',
      "07911'123'456",
      '447911 123456',
      'O79ll l23456',
      '+1 +44 7911 123456',
      '07911 123456 or, at work, 020 7946 0958',
    ].map((text): [string, string] => [text, uk]),
  ],
  CA: [
    ['506·234·5678', '+15062345678'],
    ['506-234-5678 ou 506-234-5679', '+15062345678'],
    ['506-234-5678 et 506-234-5679', '+15062345678'],
    ['+52 1 55 1234 5678', '+525512345678'],
  ],
  AU: [
    ['(0412) 345·678', au],
    ['+61 (0)412 345 678', au],
    ['0011 1 201 555 0123', us],
  ],
}

for (const [country, rows] of Object.entries(typed))
  test(`${rows.length} ways to type a number are read where the country is ${country}`, () => {
    for (const [text, number] of rows) assert.equal(toE164(text, country as CountryCode), number, text)
  })

test('the operator gives a possible number with its country, in any way of writing it', () => {
  for (const [text, number] of [
    ['+44 (0)7911 123456', uk],
    ['+1 201-555-0123 ext. 4', us],
    ['+1 2O1 555 0123', us],
    ['+1 2OI 555 0l23', us],
    ['+12015550123 +12015550188', null],
    ['+44-7911-12345O', '+447911123450'],
    ['+44 7911 123 45o', '+447911123450'],
    ['+44 7911 12S456', null],
    ['+61 412 345 67B', null],
    ['+12015550123/4', us],
    ['+1 (201) 555-0123', us],
    ['0044 7911 123456', uk],
    ['011 1 201 555 0123', us],
    ['phone: +1·201·555·0123', us],
    ['＋１ ２０１ ５５５ ０１２３', us],
    // No number of this kind is in use as far as libphonenumber knows.
    ['+1 123 456 7890', '+11234567890'],
    ...['07911 123456', '201 555 0123', '0114 496 0123', '+999 123', '+1 201 555', 'nobody', '', '+'].map(
      (refused) => [refused, null] as const,
    ),
    ['+1 201 555 0123 or +1 201 555 0188', null],
  ] as const)
    assert.equal(toInternational(text), number, text)
})

test('a search is a number in any way of writing it, or stays as it is', () => {
  for (const [text, search] of [
    ['+44 (0)7911 123456', uk],
    ['07911 123456,', '7911123456'],
    ['mobile: 07911 123456', '7911123456'],
    ['07911\u2013123456', '7911123456'],
    ['011 1 201 555 0123', us],
    ['+1 (201) 555-0123 x4', us],
    ['0044 7911 123456', uk],
    ['7911.123456', '7911123456'],
    ['07911\u2013123', '07911 123'],
    ['07911 123456/07911 654321', '7911123456'],
    ['07911 123456, 020 7946 0958', '7911123456'],
    ['201 555 0123 201 555 0188', '2015550123'],
    ['+44 7911 123456 +1 201 555 0123', uk],
    ['Studio 54, 4th Street 123', 'Studio 54, 4th Street 123'],
    ['201·555', '201 555'],
    ['0011 61 412', '+61 412'],
    ['011 44 7911', '+44 7911'],
    ['0044 (0)7911', '+44 7911'],
    ...['Ann 42', 'ada1234567@example.com', '', 'Zoë', '42', '@example.org'].map(
      (kept) => [kept, kept] as const,
    ),
  ] as const)
    assert.equal(toSearch(text), search, text)
})

test('the end of one number and the beginning of another are no number', () => {
  for (const text of ['07911 123456/07911 654321', '07911 123456 07911 654321', '123456, 0791 123456'])
    assert.equal(toE164(text, 'US'), null, text)
})

test('text that is not a phone number has no E.164 form', () => {
  for (const text of ['', 'none', '💥'.repeat(50), '+'.repeat(100), ';ext=;phone-context=', '\u202e123']) {
    assert.equal(toE164(text, 'US'), null)
  }
})

test('a number takes linear time', () => {
  assertLinear((text) => toE164(text, 'US'), ['0o', '1/', '+1 ', '(0)'])
  assertLinear(toInternational)
  assertLinear(toSearch)
})
