import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import '../../tests/kit/server-settings.ts'

const { GET } = await import('../../app/call/[token]/route.ts')
const { nextStepCopy } = await import('../../site/next-step.ts')

test('a browser that only prefetches the link to the calendar presses nothing', async (t) => {
  const { href } = nextStepCopy
  t.after(() => {
    nextStepCopy.href = href
    mock.restoreAll()
  })
  nextStepCopy.href = 'https://calendar.example/call'
  const calls = mock.method(globalThis, 'fetch', async () => Response.json({})).mock
  const follow = (headers: Record<string, string>) =>
    GET(new Request('https://training.example.com/call/token', { headers }), {
      params: Promise.resolve({ token: crypto.randomUUID() }),
    })
  for (const [headers, presses] of [
    [{ 'sec-purpose': 'prefetch' }, 0],
    [{}, 1],
  ] as const) {
    assert.equal((await follow(headers)).headers.get('location'), 'https://calendar.example/call')
    assert.equal(calls.callCount(), presses)
  }
})
