import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceNames } from '../../core/leads.ts'
import { sourceLabel, sourceOf } from '../../core/words.ts'
import { filtersOf, selectionOf } from './filters.ts'

const chosen = (query: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(selectionOf(filtersOf(query)).filters).filter(([, value]) => value !== null),
  )

test('the first and the last day of a range are included, in the zone of this machine', () => {
  assert.deepEqual(chosen({ from: '2025-11-30', to: '2025-11-30' }), {
    since: new Date(2025, 10, 30).toISOString(),
    until: new Date(2025, 11, 1).toISOString(),
  })
})

test('a space selects leads without a variant, and nothing selects all', () => {
  assert.deepEqual(chosen({ variant: ' ' }), { variant: '' })
  assert.deepEqual(chosen({ source: '', variant: '', q: '', mails: '', days: 'all' }), {})
})

test('a source can be typed by its words, and a stored one is kept', () => {
  for (const [typed, source] of [
    ['campaign: autumn', 'campaign:autumn'],
    ['website: news.example', 'referrer:news.example'],
    ['tagged link: newsletter', 'source:newsletter'],
    ['ad click: google', 'click:google'],
    [' direct ', 'direct'],
    ['no campaign', 'campaign:'],
    ['campaign:autumn: part 2', 'campaign:autumn: part 2'],
    ['referrer:news.example', 'referrer:news.example'],
  ] as const) {
    assert.deepEqual(chosen({ source: typed }), { source })
    assert.equal(sourceOf(sourceLabel(source)), source)
  }
  const known = ['campaign:autumn', 'direct', 'referrer:news.example']
  assert.equal(sourceOf('News.example', known), 'referrer:news.example')
  assert.equal(sourceOf('winter', known), 'winter')
})

test('each filter that offers values reaches the database, so that a new one is added in one place', () => {
  for (const name of choiceNames) assert.deepEqual(chosen({ [name]: 'any' }), { [name]: 'any' })
})
