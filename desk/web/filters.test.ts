import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argumentsOf, filtersOf } from './filters.ts'

const chosen = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(argumentsOf(filtersOf(query))).filter(([, value]) => value !== null))

test('the last day of a range is included', () => {
  assert.deepEqual(chosen({ from: '2026-11-30', to: '2026-11-30' }), {
    since: '2026-11-30T00:00:00Z',
    until: '2026-12-01T00:00:00Z',
  })
})

test('a space selects leads without a campaign, and nothing selects all', () => {
  assert.deepEqual(chosen({ campaign: ' ', variant: ' ' }), { campaign: '', variant: '' })
  assert.deepEqual(chosen({ campaign: '', variant: '', q: '', mails: '' }), {})
})
