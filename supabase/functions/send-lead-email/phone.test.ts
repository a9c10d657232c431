import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { CountryCode } from '../_shared/lead.ts'
import { toE164 } from './phone.ts'

const table = readFileSync(new URL('../../../proof/cases/phones.tsv', import.meta.url), 'utf8')
const unescaped = (text = '') =>
  text.replace(/\\u([0-9A-Fa-f]{4})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))

test('every phone number of the list gets its E.164 form, or none if it is not valid', () => {
  const rows = table.trimEnd().split('\n').slice(1)
  assert.ok(rows.length > 50)
  for (const row of rows) {
    const [region, input, expected] = row.split('\t')
    const country = (region === 'GB' ? 'UK' : region) as CountryCode
    assert.equal(toE164(unescaped(input), country) ?? 'invalid', expected, row)
  }
})

test('text that is not a phone number has no E.164 form', () => {
  for (const text of ['', 'none', '💥'.repeat(50), '+'.repeat(100), ';ext=;phone-context=', '\u202e123']) {
    assert.equal(toE164(text, 'US'), null)
  }
})
