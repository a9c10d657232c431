import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figure } from './figure.ts'

test('a figure keeps its bound when it is at most, at least or exactly that', () => {
  assert.ok(figure('ms', 20, { most: 20 }).isKept)
  assert.ok(figure('kills', 1, { least: 1 }).isKept)
  assert.ok(figure('lost', 0, { exactly: 0 }).isKept)
})

test('a figure beyond its bound breaks it', () => {
  assert.ok(!figure('ms', 20.001, { most: 20 }).isKept)
  assert.ok(!figure('kills', 0, { least: 1 }).isKept)
  assert.ok(!figure('lost', 1, { exactly: 0 }).isKept)
})

test('a figure that was not measured breaks every bound', () => {
  for (const bound of [{ most: 1 }, { least: 1 }, { exactly: 1 }])
    assert.ok(!figure('ms', Number.NaN, bound).isKept)
})
