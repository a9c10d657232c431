import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weeksOf } from './weeks.ts'

const of = (day: string, hits: number) => ({ day, counts: { page_viewed: hits } })

test('weeks have seven days, across a clock change, and the last ends with the period', () => {
  const days = [
    of('2026-10-24', 1),
    of('2026-10-25', 2),
    of('2026-10-31', 3),
    of('2026-11-01', 4),
    of('2026-11-21', 5),
  ]
  assert.deepEqual(weeksOf(days, '2026-11-21'), [
    { from: '2026-10-18', to: '2026-10-24', counts: { page_viewed: 1 } },
    { from: '2026-10-25', to: '2026-10-31', counts: { page_viewed: 5 } },
    { from: '2026-11-01', to: '2026-11-07', counts: { page_viewed: 4 } },
    { from: '2026-11-15', to: '2026-11-21', counts: { page_viewed: 5 } },
  ])
})
