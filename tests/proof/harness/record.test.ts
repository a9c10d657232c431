import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figure } from './figure.ts'
import { fillSection } from './record.ts'

const section = (command: string, on: string, row: string) =>
  `## \`${command}\`\n\n${on}\n\n| Figure | Measured | Allowed |\n| --- | --- | --- |\n${row}\n`
const first = section('a', 'then', '| FCP | 2 | ≤ 3 |')
const old = `# Results\n\n${first}\n${section('a b', 'Not recorded yet', '| FCP | | |')}`

test('a record replaces the section of its own command, and names the baseline', () => {
  const figures = [figure('FCP, baseline 4.0', 5, { most: 6 }), figure('not in the table', 1)]
  assert.equal(
    fillSection(old, 'a b', figures, 'now'),
    `# Results\n\n${first}\n${section('a b', 'now', '| FCP | 5, baseline 4.0 | ≤ 6 |')}`,
  )
  assert.equal(fillSection(old, 'c', figures, 'now'), old)
})

test('a row that its command no longer measures is an error', () => {
  assert.throws(
    () => fillSection(old, 'a', [figure('LCP', 1)], 'now'),
    /row for 'FCP', which a does not measure/,
  )
})
