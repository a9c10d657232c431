import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from './read-json.ts'

function read(body: BodyInit | null, type = 'application/json') {
  const request = new Request('http://functions.test', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  return readJson(request, 100)
}

test('a body of JSON is read, in whatever pieces it comes', async () => {
  const bytes = new TextEncoder().encode('{"name":"Zoë 👩‍🚀"}')
  const drops = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  assert.deepEqual(await read(drops, 'application/json; charset=utf-8'), {
    ok: true,
    value: { name: 'Zoë 👩‍🚀' },
  })
})

test('another type of body is refused', async () => {
  for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data']) {
    assert.deepEqual(await read('{}', type), { ok: false, status: 415, error: 'unsupported_media_type' })
  }
})

test('what is no JSON is said to be none', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
  for (const body of [null, '', '{', '\u0000', 'nul', '"\\u12', broken]) {
    assert.deepEqual(await read(body), { ok: false, status: 400, error: 'invalid_json' })
  }
})

test('a body over 16 KB is refused, without reading it to its end', async () => {
  const exact = JSON.stringify('x'.repeat(16 * 1024 - 2))
  assert.equal((await read(exact)).ok, true)
  let pieces = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1
      controller.enqueue(new Uint8Array(1024))
    },
  })
  assert.deepEqual(await read(endless), { ok: false, status: 413, error: 'too_large' })
  assert.ok(pieces < 30)
})

test('a body that does not come is not waited for', async () => {
  assert.deepEqual(await read(new ReadableStream()), { ok: false, status: 408, error: 'timeout' })
})
