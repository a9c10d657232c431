import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { prices } from './setup.ts'

test('each price and when it was seen is that of docs/scale.md', () => {
  const scale = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8').replaceAll('\n', ' ')
  for (const { plan, dollars, seen, at } of prices) {
    const [company = ''] = plan.split(' ')
    const sentence = `\\[${company}\\]\\(${at}\\) \\((?:[^)]* )?${seen}\\): Pro costs ${dollars} `
    assert.match(scale, new RegExp(sentence))
  }
})
