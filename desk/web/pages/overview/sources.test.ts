import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '../../../core/overview.ts'
import { rangeOf, sourcesOf } from './sources.ts'

/** Returns what leads to other pages of the table, of which there are `groupCount` groups. */
function pagesOf(groupCount: number, sources?: string) {
  const { skip, most } = rangeOf(sources)
  const length = Math.max(0, Math.min(most, groupCount - skip))
  const groups = Array.from({ length }, () => ({ name: 'direct', leads: 1, views: null, rate: null }))
  const { all, shown, previous, next } = sourcesOf(
    { groups, groupCount } as unknown as Overview,
    'source',
    'leads',
    sources,
    ({ sources = '' }) => sources,
    () => '',
  )
  return { all: all?.label, from: all?.href, shown, previous, next }
}

test('every source can be reached, by a link to all and then from page to page', () => {
  const none = { all: undefined, from: undefined, shown: undefined, previous: undefined, next: undefined }
  assert.deepEqual(pagesOf(8), none)
  assert.deepEqual(pagesOf(1_205), { ...none, all: 'All 1,205', from: '1' })
  assert.deepEqual(pagesOf(205, '1'), { ...none, shown: '1–100 of 205', next: '2' })
  assert.deepEqual(pagesOf(205, '2'), { ...none, shown: '101–200 of 205', previous: '1', next: '3' })
  assert.deepEqual(pagesOf(205, '3'), { ...none, shown: '201–205 of 205', previous: '2' })
  assert.deepEqual(pagesOf(200, '2'), { ...none, shown: '101–200 of 200', previous: '1' })
})

test('a number of a page that is none shows the first groups', () => {
  for (const number of ['', '0', '-1', '1e9', 'x', '100000'])
    assert.deepEqual(rangeOf(number), { number: 0, skip: 0, most: 8 })
})
