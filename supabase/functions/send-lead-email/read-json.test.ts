import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from './read-json.ts'

function read(body: BodyInit | null, type = 'application/json', timeoutMs = 60_000) {
  const request = new Request('http://functions.test', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  return readJson(request, timeoutMs)
}

test('a JSON body is read, however it is split into chunks', async () => {
  const bytes = new TextEncoder().encode('{"name":"Zoë 👩‍🚀"}')
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  assert.deepEqual(await read(chunks, 'application/json; charset=utf-8'), {
    ok: true,
    value: { name: 'Zoë 👩‍🚀' },
  })
})

test('a content type other than JSON is refused', async () => {
  for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data']) {
    assert.deepEqual(await read('{}', type), { ok: false, error: 'unsupported_media_type' })
  }
})

test('a body that is not JSON is refused, and so is one that breaks off', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
  for (const body of [null, '', '{', '\u0000', 'nul', '"\\u12', broken]) {
    assert.deepEqual(await read(body), { ok: false, error: 'invalid_json' })
  }
})

test('a body over 16 KiB is refused before all of it is read', async () => {
  const exact = JSON.stringify('x'.repeat(16 * 1024 - 2))
  assert.equal((await read(exact)).ok, true)
  let pieces = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1
      controller.enqueue(new Uint8Array(1024))
    },
  })
  assert.deepEqual(await read(endless), { ok: false, error: 'too_large' })
  assert.ok(pieces < 30)
})

test('a body that does not arrive in time is refused', async () => {
  assert.deepEqual(await read(new ReadableStream(), 'application/json', 1), { ok: false, error: 'timeout' })
})
