import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import test from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { guardServer } from './guard-server.ts'

const limitMs = 400
guardServer({ 'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY' }, limitMs)

type Handler = (request: IncomingMessage, response: ServerResponse) => void
const handlers: Record<string, Handler> = {
  '/': (_, response) => response.setHeader('X-Frame-Options', 'SAMEORIGIN').end('page'),
  '/never': (_, response) => response.setHeader('Content-Length', 1),
  '/late': (_, response) => setTimeout(() => response.write('late'), limitMs),
  '/half': (_, response) => response.write('half'),
  '/large': (_, response) => Readable.from(Array(large / part).fill(Buffer.alloc(part))).pipe(response),
}
const part = 64_000
const large = 250 * part

const server = createServer((request, response) => handlers[request.url ?? '']?.(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
test.after(() => server.close())

/** Opens a connection and sends what a client would; `text` is all that came back once it was closed. */
function open(sent: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const text = once(socket, 'close').then(() => Buffer.concat(chunks).toString())
  return { socket, text }
}
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`

test('an answer has the headers, and what the handler sets takes their place', async () => {
  const answer = await open(get('/', 'Connection: close\r\n')).text
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(answer, /X-Content-Type-Options: nosniff/)
  assert.match(answer, /X-Frame-Options: SAMEORIGIN/)
  assert.doesNotMatch(answer, /DENY/)
})

test('what is no request is answered with the headers', async () => {
  const malformed: [string, RegExp][] = [
    ['FOO / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 Bad Request\r\n/],
    [get('/', 'x y: z\r\n'), /^HTTP\/1\.1 400 /],
    [get('/', `x: ${'y'.repeat(20_000)}\r\n`), /^HTTP\/1\.1 431 /],
    ['GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ]
  for (const [request, status] of malformed) {
    const answer = await open(request).text
    assert.match(answer, status)
    assert.match(answer, /X-Content-Type-Options: nosniff/)
    assert.match(answer, /Connection: close/)
  }
})

test('what is no request does not get into the answer to the request before', async () => {
  const { socket, text } = open(get('/half'))
  await once(socket, 'data')
  socket.write('FOO / HTTP/1.1\r\n\r\n')
  assert.match(await text, /half\r\n$/)
})

test('a request without an answer gets 503', async () => {
  const answer = await open(get('/never')).text
  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /Cache-Control: no-store/)
  assert.match(answer, /Connection: close/)
  assert.match(answer, /This took too long/)
  assert.doesNotMatch(answer, /Content-Length: 1\r/)
  assert.match(answer, /X-Content-Type-Options: nosniff/)
})

test('a handler that still writes its own answer after the 503 does no harm', async () => {
  // Behind an answer that the client does not take, so that the 503 waits.
  const { socket } = open(get('/large') + get('/late'))
  socket.pause()
  await pause(2 * limitMs)
  assert.match(await open(get('/', 'Connection: close\r\n')).text, /200 OK/)
  socket.destroy()
})

test('an answer that does not go on ends with its connection', async () => {
  const begin = performance.now()
  assert.match(await open(get('/half')).text, /half\r\n$/)
  assert.ok(performance.now() - begin < 1.8 * limitMs)
})

test('a client that goes on sending after its answer is cut off', async () => {
  const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf'
  assert.match(await open(post).text, /^HTTP\/1\.1 200 /)
})

test('a connection that is used again and again stays open', async () => {
  const { socket, text } = open(get('/'))
  for (let count = 0; count < 6; count += 1) {
    await pause(limitMs / 3)
    socket.write(get('/'))
  }
  await pause(limitMs / 3)
  socket.end()
  assert.equal((await text).match(/HTTP\/1\.1 200 OK/g)?.length, 7)
})

test('a client that takes its answer slowly gets all of it, one that stops does not', async () => {
  const ask = get('/large', 'Connection: close\r\n')
  const [slow, stopped] = [open(ask), open(ask)]
  slow.socket.on('data', () => {
    slow.socket.pause()
    setTimeout(() => slow.socket.resume(), 5)
  })
  stopped.socket.once('data', () => stopped.socket.pause())
  const begin = performance.now()
  assert.ok((await slow.text).length > large)
  assert.ok(performance.now() - begin > 2 * limitMs, 'the client was not slow')
  stopped.socket.resume()
  assert.ok((await stopped.text).length < large)
})
