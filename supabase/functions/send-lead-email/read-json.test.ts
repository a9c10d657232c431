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

const refuses = async (reading: Promise<unknown>, error: string) =>
  assert.equal(
    ((await (await reading.then(String, (thrown) => thrown)).json()) as { error: string }).error,
    error,
  )

test('a JSON body is read, however it is split into chunks', async () => {
  const bytes = new TextEncoder().encode('{"name":"Zoë 👩‍🚀"}')
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  assert.deepEqual(await read(chunks, 'application/json; charset=utf-8'), {
    name: 'Zoë 👩‍🚀',
  })
})

test('a content type other than JSON is refused', async () => {
  for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data']) {
    await refuses(read('{}', type), 'unsupported_media_type')
  }
})

test('a body that is not JSON is refused, and so is one that breaks off', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
  for (const body of [null, '', '{', '\u0000', 'nul', '"\\u12', broken]) {
    await refuses(read(body), 'invalid_json')
  }
})

test('a body over 16 KiB is refused before all of it is read', async () => {
  const exact = JSON.stringify('x'.repeat(16 * 1024 - 2))
  assert.equal(JSON.stringify(await read(exact)), exact)
  let pieces = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1
      controller.enqueue(new Uint8Array(1024))
    },
  })
  await refuses(read(endless), 'too_large')
  assert.ok(pieces < 30)
})

test('a body that does not arrive in time is refused', async () => {
  await refuses(read(new ReadableStream(), 'application/json', 1), 'timeout')
})
