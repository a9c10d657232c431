import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgets } from '../proof/page/budgets.ts'
import { read } from './documents.ts'

/** Returns the numbers in a document that this pattern finds. If nothing says them any more, nothing is wrong. */
const said = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, number = '']) => Number(number))

/** Checks every such number in a document. */
function assertSaid(file: string, pattern: RegExp, expected: number | undefined) {
  for (const number of said(file, pattern)) assert.equal(number, expected, `${file}: ${pattern}`)
}

test('docs/architecture.md gives each timeout as the name beside it is set', () => {
  const [, section = ''] = read('docs/architecture.md').split('\n## Timeouts\n')
  const [, table = ''] = /^\| ---.*\n((?:\|.*\n)+)/m.exec(section) ?? []
  const rows = table.trimEnd().split('\n')
  assert.ok(rows.length > 5, 'the table of timeouts')
  for (const row of rows) {
    const [, seconds, name, file = ''] =
      /^\|[^|]+\| (\d+) s\b[^|]*\| `(\w+)` in `([\w./-]+)`/.exec(row) ?? assert.fail(`cannot read ${row}`)
    const value = `(?:${seconds}_?000|${seconds}|'${seconds}s')(?![\\w.])`
    assert.match(read(file), new RegExp(`\\b${name} = (?:\\(\\) => AbortSignal\\.timeout\\()?${value}`), row)
  }
})

test('README.md gives the size of the page and its requests as the budgets allow them', () => {
  assertSaid('README.md', /(\d+) KB\b/g, Math.round(budgets.exact['HTML, compressed']))
  assertSaid('README.md', /(\d+) requests\b(?! to other hosts)/g, budgets.exact['requests before intent'])
})

/** Those columns of lead_settings whose default is a number, with the default of each. */
const settings = new Map(
  [...read('supabase/schemas/01_settings.sql').matchAll(/^ {2}(\w+) integer not null default (\d+)/gm)].map(
    ([, name = '', value]) => [name, Number(value)],
  ),
)

test('docs/scale.md gives the limits as the schema sets them', () => {
  assert.ok(settings.has('visitor_mails_per_minute') && settings.has('owner_mails_per_hour'))
  for (const [name, value] of settings)
    assertSaid('docs/scale.md', new RegExp(`\`${name}\` is (\\d+)`, 'g'), value)
  for (const words of [/an hour exceed (\d+)/g, /≤ (\d+) an hour/g])
    assertSaid('docs/scale.md', words, settings.get('owner_mails_per_hour'))
})

test('docs/scale.md adds its costs up, and README.md names the smallest', () => {
  const scale = read('docs/scale.md')
  const table = scale.slice(scale.lastIndexOf('\n\n', scale.indexOf('**together**')))
  /** Takes a row from the table of costs. Returns the last number in each cell, which is the result. */
  const costsOf = (name: string) => {
    const [, cells = ''] = new RegExp(`^\\| ${name}[^|]*\\| (.*) \\|$`, 'm').exec(table) ?? []
    return cells.split('|').map((cell) => Number(/([\d,]+)\D*$/.exec(cell)?.[1]?.replaceAll(',', '')))
  }
  const parts = ['Vercel', 'Supabase', 'emails'].map(costsOf)
  const sums = [0, 1].map((column) => parts.reduce((sum, part) => sum + (part[column] ?? Number.NaN), 0))
  assert.deepEqual(costsOf('\\*\\*together'), sums)
  assertSaid('README.md', /(\d+)\s+dollars\s+a\s+month/g, sums[0])
})
