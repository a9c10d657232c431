import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellBy } from './tell-by.ts'

test('who did something is told by name if they have a login of their own', () => {
  for (const [by, words] of [
    ['ann', 'by ann'],
    ['postgres', 'by the owner'],
    ['desk_operator', 'by the owner'],
    ['desk:ann', 'at the desk by ann'],
    ['desk:postgres', 'at the desk by the owner'],
    ['text message', 'by a text message'],
    ['withdrawal', 'by a withdrawal'],
    ['link', 'by the link in an email'],
  ] as const)
    assert.equal(tellBy(by), words)
})
