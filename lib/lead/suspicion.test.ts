import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../server/resolve-as-next.ts'

const { suspicion } = await import('./suspicion.ts')

function form(fields: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('a form sent faster than a person types is a bot’s', () => {
  assert.deepEqual(suspicion(form({ elapsedMs: '2000' })), { suspectedBot: false })
  for (const elapsedMs of ['0', '1999']) {
    assert.deepEqual(suspicion(form({ elapsedMs })), { suspectedBot: true }, elapsedMs)
  }
})

test('a time that is missing or not a number does not hold the mails', () => {
  const unknown = { suspectedBot: false, timeUnknown: true }
  assert.deepEqual(suspicion(form({})), unknown)
  for (const elapsedMs of ['', 'abc', '-5', '1e9', 'Infinity', 'NaN', '0x999', '20000.5', '9'.repeat(16)]) {
    assert.deepEqual(suspicion(form({ elapsedMs })), unknown, elapsedMs)
  }
})

test('a filled trap field is a bot’s, whatever the time', () => {
  for (const elapsedMs of ['20000', '']) {
    assert.equal(suspicion(form({ elapsedMs, topic: 'seo' })).suspectedBot, true)
  }
})
