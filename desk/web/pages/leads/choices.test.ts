import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf } from '../../server/filters.ts'
import { nobodyOf } from './choices.ts'

const wayOut = (query: Record<string, string>) => nobodyOf(filtersOf(query))?.href

test('an empty list always leads to a list that shows more', () => {
  assert.equal(wayOut({ q: 'ada', mails: 'failed' }), '/leads?q=ada')
  assert.equal(wayOut({ q: 'ada', days: '7' }), '/leads?q=ada')
  assert.equal(wayOut({ q: 'ada' }), '/leads')
  assert.equal(wayOut({ mails: 'failed' }), '/leads')
})
