import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Variant } from '../site/variants.ts'
import { namesOf, pageCopy } from './page-copy.ts'

const tried: Variant[] = [
  { name: 'short', copy: { hero: { subline: 'Short.' }, videoPrompt: 'Play' } },
  { name: 'other-points', copy: { discover: { title: 'Inside…' } } },
]
const plain = pageCopy(undefined, [])

test('a variant has its own words and the page’s others; the control and an unknown one have the page’s alone', () => {
  assert.deepEqual(pageCopy('short', tried), {
    ...plain,
    hero: { ...plain.hero, subline: 'Short.' },
    videoPrompt: 'Play',
  })
  assert.equal(pageCopy('other-points', tried).discover.title, 'Inside…')
  for (const name of ['control', 'unknown', undefined]) assert.deepEqual(pageCopy(name, tried), plain)
})

test('the control comes first, and without a variant there is none', () => {
  assert.deepEqual(namesOf(tried), ['control', 'short', 'other-points'])
  assert.deepEqual(namesOf([]), [])
})

test('a variant name that is taken, also by the control at the desk, or too long is refused', () => {
  for (const name of ['short', 'control', 'original', '', 'Short', 'a b', 'a/b', 'x'.repeat(33)])
    assert.throws(
      () => namesOf([...tried, { name, copy: {} }]),
      new RegExp(`variants.ts: "${name}" must differ`),
    )
})
