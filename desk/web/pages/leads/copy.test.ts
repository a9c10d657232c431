import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyOf } from './copy.ts'

const ada = { email: 'ada@example.org', phone: '+12015550101' }

test('a copy has each address or number once, and says how many people are left out', () => {
  const people = [ada, { email: '', phone: '' }, { email: 'bo@example.org', phone: ada.phone }]
  assert.deepEqual(copyOf(people, 'email'), {
    text: 'ada@example.org\nbo@example.org',
    words: '2 addresses copied, 1 left out',
  })
  assert.deepEqual(copyOf(people, 'phone'), { text: ada.phone, words: '1 number copied, 1 left out' })
  assert.deepEqual(copyOf([ada], 'email').words, '1 address copied')
  assert.deepEqual(copyOf([{ email: '', phone: '' }], 'phone'), {
    text: '',
    words: '0 numbers copied, 1 left out',
  })
})
