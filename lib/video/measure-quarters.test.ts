import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureQuarters, stepsUntil } from './measure-quarters.ts'

/** Like a real player, sends several time updates in each second. Returns the last result. */
function play(
  tell: ReturnType<typeof measureQuarters>,
  from: number,
  to: number,
  duration = 1200,
  step = 0.25,
) {
  let quarter = tell(from, duration)
  for (let time = from; time < to; time += step) quarter = tell(Math.min(time + step, to), duration)
  return quarter
}

test('each quarter is reached at its mark, and the end one percent before it', () => {
  const tell = measureQuarters()
  const marks = [0, 299, 300, 599, 600, 899, 900, 1187, 1188].map((to, at, all) => [
    to,
    play(tell, all[at - 1] ?? 0, to),
  ])
  assert.deepEqual(marks, [
    [0, 0],
    [299, 0],
    [300, 25],
    [599, 25],
    [600, 50],
    [899, 50],
    [900, 75],
    [1187, 75],
    [1188, 100],
  ])
})

test('a part that a visitor skips is not counted, and a part that they see twice is counted once', () => {
  const jumped = measureQuarters()
  assert.equal(play(jumped, 1100, 1200), 0)
  assert.equal(play(jumped, 0, 150), 0)
  assert.equal(play(jumped, 150, 192), 25)
  const again = measureQuarters()
  for (let time = 0; time < 10; time += 1) assert.equal(play(again, 0, 290), 0)
})

test('a short or fast video, a start in its middle and invalid times are also accepted', () => {
  assert.equal(play(measureQuarters(), 0, 12, 12), 100)
  assert.equal(play(measureQuarters(), 0, 1200, 1200, 4), 100)
  assert.equal(play(measureQuarters(), 300, 1200), 75)
  const tell = measureQuarters()
  for (const [seconds, duration] of [
    [0, 60],
    [1, Number.NaN],
    [1, 0],
    [2, 0],
    [3, 0.001],
    [Number.NaN, 60],
    [-1, 60],
    [2, Number.POSITIVE_INFINITY],
  ] as const)
    assert.equal(tell(seconds, duration), 0, `${seconds} of ${duration}`)
})

test('the steps until a quarter are told in order', () => {
  assert.deepEqual([0, 50, 100].map(stepsUntil), [
    [],
    ['video_25', 'video_50'],
    ['video_25', 'video_50', 'video_75', 'video_100'],
  ])
})
