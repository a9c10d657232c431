import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import test from 'node:test'
import { createProgress } from '../progress.ts'

test('the bar grows from the newest lead to the oldest, in one line', () => {
  const terminal = new PassThrough({ encoding: 'utf8' })
  const progress = createProgress(terminal, '2026-11-01T00:00:00+00:00')
  const shown = (count: number, latest: string) => {
    progress.show(count, latest)
    return String(terminal.read())
  }
  assert.match(shown(250, '2026-11-21T00:00:00+00:00'), /░{24} 0 % {2}250 leads, back to 2026-11-21/)
  assert.match(
    shown(1500, '2026-11-06T00:00:00+00:00'),
    /\u2588{18}░{6} 75 % {2}1,500 leads, back to 2026-11-06/,
  )
  const last = shown(2000, '2026-11-01T00:00:00+00:00')
  assert.match(last, /█{24} 100 % {2}2,000 leads/)
  assert.doesNotMatch(last, /\n/)
})

test('one lead is a whole list', () => {
  const terminal = new PassThrough({ encoding: 'utf8' })
  createProgress(terminal, '2026-11-01T00:00:00+00:00').show(1, '2026-11-01T00:00:00+00:00')
  assert.match(String(terminal.read()), /█ 100 %/)
})
