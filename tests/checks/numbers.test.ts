import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgets } from '../proof/page/budgets.ts'
import { read } from './documents.ts'

/** The rows in docs/architecture.md that contain a time in seconds and the file in which it is set. */
const timeouts = [
  ...read('docs/architecture.md').matchAll(/^\|[^|]+\| (\d+) s[^|]*\| `([\w./-]+\.tsx?)`/gm),
].map(([, seconds = '', file = '']) => ({ seconds: Number(seconds), file }))

for (const { seconds, file } of timeouts)
  test(`${file} waits ${seconds} s, as docs/architecture.md says`, () => {
    const milliseconds = `${seconds}_?000\\b`
    assert.match(read(file), new RegExp(`\\b${milliseconds}|maxDuration = ${seconds}\\b`))
  })

test('every timeout in TypeScript was found', () => assert.ok(timeouts.length >= 6))

test('README.md gives the size of the page and its requests as the budgets allow them', () => {
  const [, requests, kilobytes] =
    /with (\d+) requests at most, its HTML is (\d+) KB compressed/.exec(read('README.md')) ?? []
  assert.equal(Number(kilobytes), Math.round(budgets.exact['HTML, compressed']))
  assert.equal(Number(requests), budgets.exact['requests before intent'])
})

/** Those columns of lead_settings whose default is a number, with the default of each. */
const settings = new Map(
  [...read('supabase/schemas/01_settings.sql').matchAll(/^ {2}(\w+) integer not null default (\d+)/gm)].map(
    ([, name = '', value]) => [name, Number(value)],
  ),
)

test('docs/scale.md gives the limits as the schema sets them', () => {
  const scale = read('docs/scale.md')
  const mails = /`visitor_mails_per_minute` is (\d+)/.exec(scale)?.[1]
  assert.equal(Number(mails), settings.get('visitor_mails_per_minute'))
  const owner = /leads an hour exceed (\d+)/.exec(scale)?.[1]
  assert.equal(Number(owner), settings.get('owner_mails_per_hour'))
})

test('docs/scale.md adds its costs up, and README.md names the smallest', () => {
  const scale = read('docs/scale.md')
  /** Takes a row from the table of costs. Returns the last number in each cell, which is the result. */
  const costsOf = (name: string) => {
    const [, cells = ''] =
      new RegExp(`^\\| ${name}[^|]*\\| (.*) \\|$`, 'm').exec(scale.slice(scale.indexOf('In US dollars'))) ??
      []
    return cells.split('|').map((cell) => Number(/([\d,]+)\D*$/.exec(cell)?.[1]?.replaceAll(',', '')))
  }
  const parts = ['Vercel', 'Supabase', 'mails'].map(costsOf)
  const sums = [0, 1, 2].map((column) => parts.reduce((sum, part) => sum + (part[column] ?? Number.NaN), 0))
  assert.deepEqual(costsOf('\\*\\*together'), sums)
  assert.match(read('README.md'), new RegExp(`about\\s+${sums[0]} dollars a month`))
})
