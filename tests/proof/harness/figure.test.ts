import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figure } from './figure.ts'

test('a figure keeps its bound up to that, breaks it beyond, and breaks it when nothing was measured', () => {
  for (const [bound, kept, beyond] of [
    [{ most: 20 }, 20, 20.001],
    [{ least: 1 }, 1, 0],
    [{ exactly: 0 }, 0, 1],
  ] as const)
    assert.deepEqual(
      [kept, beyond, Number.NaN].map((measured) => figure('ms', measured, bound).isKept),
      [true, false, false],
    )
})
