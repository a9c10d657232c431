import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { read, root } from './documents.ts'

const results = read('docs/results.md')
/**
 * Returns the value of a figure when it was last measured. If several sections contain the figure, it takes the first
 * one.
 */
const numberOf = (figure: string) => {
  const row = results.split('\n').find((line) => line.startsWith(`| ${figure} |`))
  return Number.parseFloat(row?.split('|')[2] ?? '')
}

test('docs/results.md names each experiment as tests/proof/ does', () => {
  const sources = globSync('tests/proof/{chaos,fuzz,load}/*.ts', { cwd: root }).map(read).join('\n')
  const ids = [...results.matchAll(/--only (\w+)/g)].map(([, id = '']) => id)
  for (const id of ids) assert.ok(sources.includes(`id: '${id}'`), `no experiment ${id}`)
  assert.ok(ids.includes('E1'))
})

// README.md is left out here, because tests/checks/numbers.test.ts compares the figures in it with the budgets.
const others = globSync('docs/*.md', { cwd: root }).filter(
  (file) => !/\/(?:results|scale|hosting)\.md$/.test(file),
)

test('no other document repeats what was measured', () => {
  for (const file of others) {
    const found = read(file).match(
      /\d\s(?:ms|KiB|KB|(?:leads|requests|mails|posts)\s+a\s+second|times\s+as\s+long)\b/g,
    )
    assert.equal(found, null, `${file} has a measured value; docs/results.md is its place`)
  }
  assert.ok(others.includes('docs/decisions.md'))
})

test('docs/scale.md reckons with no less than was measured', () => {
  const scale = read('docs/scale.md')
  for (const [figure, pattern] of [
    ['requests with the form open', /\| (\d+) requests, |visits × (\d+)\)/g],
    ['transferred with the form open', /requests, (\d+) KiB \||visits × (\d+) KiB\)/g],
    ['ms of processor: beacon, answered by 204', /beacon \| (\d+) ms/g],
    ['KiB for each submission that is stored', /seal \| ([\d.]+) KiB|leads × ([\d.]+) KiB\)/g],
  ] as const) {
    const said = [...scale.matchAll(pattern)].map(([, assumed, used]) => Number(assumed ?? used))
    assert.ok(new Set(said).size <= 1, `${said} of ${figure}`)
    for (const number of said) assert.ok(number >= numberOf(figure), `${number} of ${figure}`)
  }
})
