import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from './database.ts'
import { reasonOf } from './reason.ts'

function failingStep(message: string) {
  return new RangeError(message)
}

test('an unexpected error is logged by its name and stack', () => {
  const reason = reasonOf(failingStep('x'))
  assert.match(reason, /^unexpected RangeError at failingStep \(\S+reason\.test\.ts:7:\d+\) at \S+/)
  assert.doesNotMatch(reason, /\n/)
})

test('an unexpected error’s message is never logged, even if it looks like a stack', () => {
  for (const message of ['Ada', 'no\n    at ada@example.org (Ada:1:1)\n    at Ada:2:2', '$& Ada']) {
    assert.doesNotMatch(reasonOf(failingStep(message)), /Ada|ada|\$&/)
  }
  const changed = failingStep('x')
  changed.message = 'Ada'
  assert.doesNotMatch(reasonOf(changed), /Ada/)
})

test('a database error is logged by its call and code, and anything else as unexpected', () => {
  assert.equal(reasonOf(new DatabaseError('accept_lead', '57014')), 'accept_lead: 57014')
  assert.deepEqual([reasonOf('Ada'), reasonOf(null)], ['unexpected', 'unexpected'])
})
