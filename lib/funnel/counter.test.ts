import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCounter, type FunnelCount } from './counter.ts'
import type { Beacon } from './read-beacon.ts'

const bounds = { flushEveryMs: 20, beaconsPerSecond: 1_000, campaigns: 3 }
const beacon = (changes: Partial<Beacon> = {}): Beacon => ({
  variant: '',
  campaign: '',
  events: ['page_viewed'],
  ...changes,
})

function open(answer: () => Promise<boolean> = async () => true, changed: Partial<typeof bounds> = {}) {
  const calls: FunnelCount[][] = []
  const counter = createCounter(
    (counts) => {
      calls.push(counts)
      return answer()
    },
    { ...bounds, ...changed },
  )
  return { ...counter, calls }
}

test('beacons that come together are added up and sent in one call', async () => {
  const { add, flush, calls } = open()
  const flushes = []
  for (const events of [['page_viewed'], ['page_viewed', 'play_clicked']] as Beacon['events'][]) {
    assert.ok(add(beacon({ events, campaign: 'spring' })))
    flushes.push(flush())
  }
  await Promise.all(flushes)
  const of = { variant: '', campaign: 'spring' }
  assert.deepEqual(calls, [
    [
      { ...of, event: 'page_viewed', hits: 2 },
      { ...of, event: 'play_clicked', hits: 1 },
    ],
  ])
  await flush()
  assert.equal(calls.length, 1)
})

test('beacons that come during a call are sent by the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answers = [promise, Promise.resolve(true)]
  const { add, flush, calls } = open(() => answers.shift() as Promise<boolean>)
  add(beacon())
  const first = flush()
  while (calls.length === 0) await new Promise(setImmediate)
  add(beacon({ events: ['submitted'] }))
  const second = flush()
  await new Promise((done) => setTimeout(done, 3 * bounds.flushEveryMs))
  assert.equal(calls.length, 1)
  resolve(true)
  await Promise.all([first, second])
  assert.deepEqual(
    calls.map((counts) => counts.map(({ event, hits }) => [event, hits])),
    [[['page_viewed', 1]], [['submitted', 1]]],
  )
})

test('sums that did not arrive are sent again with the next ones', async () => {
  const answers = [false, true]
  const { add, flush, calls } = open(async () => answers.shift() as boolean)
  add(beacon())
  await flush()
  add(beacon({ events: ['page_viewed', 'unlocked'] }))
  await flush()
  await flush()
  assert.deepEqual(
    calls.map((counts) => counts.map(({ event, hits }) => [event, hits])),
    [
      [['page_viewed', 1]],
      [
        ['page_viewed', 2],
        ['unlocked', 1],
      ],
    ],
  )
})

test('campaigns beyond the limit are counted as other, also during an outage', async () => {
  let arrives = false
  const { add, flush, calls } = open(async () => arrives)
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 50; index += 1) add(beacon({ campaign: `${round} ${index}` }))
    await flush()
  }
  arrives = true
  await flush()
  const counts = calls.at(-1) ?? []
  assert.equal(
    counts.reduce((sum, { hits }) => sum + hits, 0),
    150,
  )
  assert.deepEqual(counts.map(({ campaign }) => campaign).sort(), ['0 0', '0 1', '0 2', 'other'])
})

test('beacons beyond the limit of one second are dropped', async (t) => {
  let now = 10_000
  t.mock.method(performance, 'now', () => now)
  const { add } = open(undefined, { beaconsPerSecond: 2 })
  assert.deepEqual([add(beacon()), add(beacon()), add(beacon())], [true, true, false])
  now += 1_000
  assert.ok(add(beacon()))
})
