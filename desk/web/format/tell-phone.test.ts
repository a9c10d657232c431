import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellPhone } from './tell-phone.ts'

test('a number is told as people of its country write it after the country code', () => {
  assert.equal(tellPhone('+12015550123'), '+1 201 555 0123')
  assert.equal(tellPhone('+442079460000'), '+44 20 7946 0000')
  assert.equal(tellPhone('+33612345678'), '+33 6 12 34 56 78')
})

test('a number of no country is told as it is', () => {
  assert.equal(tellPhone('+999123456'), '+999123456')
})
