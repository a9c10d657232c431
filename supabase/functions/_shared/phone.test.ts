import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCases } from '../../../tests/kit/read-cases.ts'
import type { CountryCode } from '../_shared/lead.ts'
import { toE164 } from './phone.ts'

test('every phone number of the list gets its E.164 form, or none if it is not valid', () => {
  const rows = readCases(new URL('../../../tests/cases/phones.tsv', import.meta.url))
  assert.ok(rows.length > 50)
  for (const [region, input = '', expected] of rows) {
    const country = (region === 'GB' ? 'UK' : region) as CountryCode
    assert.equal(toE164(input, country) ?? 'invalid', expected, `${region} ${input}`)
  }
})

test('text that is not a phone number has no E.164 form', () => {
  for (const text of ['', 'none', '💥'.repeat(50), '+'.repeat(100), ';ext=;phone-context=', '\u202e123']) {
    assert.equal(toE164(text, 'US'), null)
  }
})
