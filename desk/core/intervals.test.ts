import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newcombe, wilson } from './intervals.ts'

const round = (value: number) => Number(value.toFixed(4))

/** Table I of Newcombe, Statistics in Medicine 17 (1998) 857, method 3. */
test('Wilson’s intervals are those of the literature', () => {
  for (const [hits, tries, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ] as const) {
    const interval = wilson(hits, tries)
    assert.deepEqual([round(interval.low), round(interval.high)], [low, high], `${hits}/${tries}`)
  }
})

/** Table II of Newcombe, Statistics in Medicine 17 (1998) 873, method 10. */
test('Newcombe’s intervals of a difference are those of the literature', () => {
  for (const [a, b, low, high] of [
    [[56, 70], [48, 80], 0.0524, 0.3339],
    [[9, 10], [3, 10], 0.1705, 0.809],
    [[5, 56], [0, 29], -0.0381, 0.1926],
    [[0, 10], [0, 20], -0.1611, 0.2775],
    [[10, 10], [0, 20], 0.6791, 1],
  ] as const) {
    const interval = newcombe(wilson(a[0], a[1]), wilson(b[0], b[1]))
    assert.deepEqual([round(interval.low), round(interval.high)], [low, high], `${a} ${b}`)
  }
})
