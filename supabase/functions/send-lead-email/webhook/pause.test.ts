import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './pause.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const pause = (status: number, retryAfter?: string) =>
  pauseAfter(new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }), now)

test('the receiver says for how long it wants no posts, an hour at most', () => {
  for (const status of [429, 500, 503]) {
    assert.equal(pause(status, '120'), 120)
    assert.equal(pause(status, 'Fri, 20 Nov 2026 10:05:00 GMT'), 300)
    assert.equal(pause(status, '99999999'), 3600)
    assert.equal(pause(status, 'Fri, 20 Nov 2037 10:05:00 GMT'), 3600)
  }
})

test('a receiver that is overloaded gets no post for a minute, if it does not say how long', () => {
  for (const status of [429, 502, 504])
    for (const said of [undefined, 'soon', '-5', 'Fri, 20 Nov 2020 10:05:00 GMT'])
      assert.equal(pause(status, said), 60, `${status} ${said}`)
})

test('a receiver that sends posts to another address gets no post for a day', () => {
  for (const status of [301, 302, 307, 308]) assert.equal(pause(status, '5'), 86_400)
})

test('other receivers are posted to at once', () => {
  assert.equal(pause(204, '60'), 0)
  for (const status of [400, 404, 500, 503]) assert.equal(pause(status), 0)
})
