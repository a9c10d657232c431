import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBody } from './read-body.ts'

function post(parts: string[], breaksOff = false): Request {
  const left = [...parts]
  const body = new ReadableStream({
    pull(controller) {
      const part = left.shift()
      if (part !== undefined) controller.enqueue(new TextEncoder().encode(part))
      else if (breaksOff) controller.error(new Error('aborted'))
      else controller.close()
    },
  })
  return new Request('http://localhost/funnel', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('a body is read whole', async () => {
  assert.equal(await readBody(post(['b,page', '_viewed']), 20), 'b,page_viewed')
  assert.equal(await readBody(new Request('http://localhost/funnel', { method: 'POST' }), 20), '')
})

test('a body that is too long is not read to its end', async () => {
  let left = 100
  const body = new ReadableStream({
    pull(controller) {
      left -= 1
      if (left < 0) controller.close()
      else controller.enqueue(new Uint8Array(100))
    },
  })
  const long = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  assert.equal(await readBody(long, 250), undefined)
  assert.ok(left >= 96, `${left}`)
  assert.equal(await readBody(post(['x'.repeat(20)]), 20), 'x'.repeat(20))
  assert.equal(await readBody(post(['x'.repeat(20), 'x']), 20), undefined)
})

test('an incomplete body is not read', async () => {
  assert.equal(await readBody(post(['b,page_viewed'], true), 20), undefined)
})
