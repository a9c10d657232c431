import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promises, stageOf } from '../promises.ts'
import { read } from './documents.ts'

test('each promise can be broken as promises.ts says', () => {
  const missing = Object.entries(promises).filter(([, { file, find }]) => read(file).split(find).length !== 2)
  assert.deepEqual(
    missing.map(([name]) => name),
    [],
  )
})

test('npm test runs the test of each promise', () => {
  assert.deepEqual(
    Object.entries(promises).flatMap(([name, promise]) => (stageOf(promise) ? [] : [name])),
    [],
  )
})
