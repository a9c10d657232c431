import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangeOf } from './sources.ts'

test('a number of a page that is none shows the first groups', () => {
  for (const number of ['', '0', '-1', '1e9', 'x', '100000'])
    assert.deepEqual(rangeOf(number), { number: 0, skip: 0, most: 8 })
})
