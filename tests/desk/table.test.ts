import assert from 'node:assert/strict'
import test from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { writeJson } from '../../desk/cli/json.ts'
import { writeTable } from '../../desk/cli/table.ts'
import { pagesOf, sampleLead } from './sample.ts'

const names = ['Ada', '山田太郎', 'Zoë', 'Zoe\u0308', '👩‍👩‍👧 Kim', 'एडा', 'x'.repeat(90), '字'.repeat(45)]

test('columns begin at the same place, however wide the letters are, and stay as wide as they became', async () => {
  const later = names.map((name) => sampleLead({ name }))
  const text = (await Array.fromAsync(writeTable(pagesOf([sampleLead({ name: 'A' })], later)))).join('')
  const lines = stripVTControlCharacters(text).trimEnd().split('\n')
  const places = lines.map((line) => stringWidth(line.slice(0, line.search(/ada@|Email/))))
  assert.deepEqual(new Set(places.slice(0, 2)).size, 1)
  assert.deepEqual(new Set(places.slice(2)), new Set([18 + 32 + 2]))
  assert.match(text, /x{31}… /)
  assert.match(text, /[^字]字{15}… /)
})

const hostile = 'A\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n\t\u202eb\u2066\u2028\u200b\u{e0041}'

test('what a visitor typed steers no terminal, in the table and in JSON, and JSON keeps it', async () => {
  const page = pagesOf([sampleLead({ name: hostile, campaign: { utm_campaign: hostile } })])
  const table = (await Array.fromAsync(writeTable(page))).join('')
  const [, row = ''] = table.split('\n')
  assert.doesNotMatch(row, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  assert.match(row, /A\\u\{1b\}\]0;owned\\u\{7\}/)

  const json = (await Array.fromAsync(writeJson(pagesOf([sampleLead({ name: hostile })])))).join('')
  assert.doesNotMatch(json.trimEnd(), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  assert.equal(JSON.parse(json).name, hostile)
})

test('the table says who must get no texts and no emails', async () => {
  const people = [
    sampleLead({ consent: 'stopped', text_fault: 'stopped' }),
    sampleLead({ text_fault: 'no mobile', refuses_mails: true }),
  ]
  const table = (await Array.fromAsync(writeTable(pagesOf(people)))).join('')
  const [, stopped = '', refusing = ''] = table.trimEnd().split('\n')
  assert.match(stopped, / sent, number stopped$/)
  assert.match(refusing, / sent, no more emails, no texts: a landline, fre/)
})
