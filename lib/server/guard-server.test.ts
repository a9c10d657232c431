import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import test, { mock } from 'node:test'
import { guardServer } from './guard-server.ts'

const limitMs = 15_000
// Time passes where a test says so.
mock.timers.enable({ apis: ['setTimeout'] })
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
// Else Node would end idle connections, too.
server.keepAliveTimeout = 0
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
/** Opens a connection on which the server has got this many requests. */
async function openArrived(sent: string, requests = 1) {
  let arrived = 0
  const count = () => (arrived += 1)
  server.on('request', count)
  const opened = open(sent)
  await until(() => arrived === requests)
  server.off('request', count)
  return opened
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise(setImmediate)
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

test('a request without an answer gets 503 once its time is over, and not before', async () => {
  const requested = once(server, 'request')
  const { text } = await openArrived(get('/never'))
  const [, response] = (await requested) as [IncomingMessage, ServerResponse]
  mock.timers.tick(limitMs - 1)
  assert.equal(response.headersSent, false)
  mock.timers.tick(1)
  const answer = await text
  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /Cache-Control: no-store/)
  assert.match(answer, /Connection: close/)
  assert.match(answer, /This took too long/)
  assert.doesNotMatch(answer, /Content-Length: 1\r/)
  assert.match(answer, /X-Content-Type-Options: nosniff/)
})

test('a handler that still writes its own answer after the 503 does no harm', async () => {
  // Behind an answer that the client does not take, so that the 503 waits.
  const { socket } = await openArrived(get('/large') + get('/late'), 2)
  socket.pause()
  mock.timers.tick(limitMs)
  assert.match(await open(get('/', 'Connection: close\r\n')).text, /200 OK/)
  socket.destroy()
})

test('an answer that does not go on ends with its connection', async () => {
  const { socket, text } = await openArrived(get('/half'))
  await until(() => socket.bytesRead > 0)
  mock.timers.tick(limitMs)
  assert.match(await text, /half\r\n$/)
})

test('a client that goes on sending after its answer is cut off', { timeout: 60_000 }, async () => {
  const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf'
  const { socket, text } = await openArrived(post)
  await until(() => socket.bytesRead > 0)
  mock.timers.tick(limitMs)
  assert.match(await text, /^HTTP\/1\.1 200 /)
})

test('a connection that is used again and again stays open', async () => {
  const { socket, text } = open('')
  for (let count = 0; count < 7; count += 1) {
    const before = socket.bytesRead
    socket.write(get('/'))
    await until(() => socket.bytesRead > before)
    mock.timers.tick(limitMs / 3)
  }
  socket.end()
  assert.equal((await text).match(/HTTP\/1\.1 200 OK/g)?.length, 7)
})

test('a client that takes its answer slowly gets all of it, one that stops does not', async () => {
  const ask = get('/large', 'Connection: close\r\n')
  const connected = once(server, 'connection')
  const slow = await openArrived(ask)
  const [socket] = (await connected) as [Socket]
  const stopped = await openArrived(ask)
  stopped.socket.pause()
  const taken = () => socket.bytesWritten - socket.writableLength
  let limits = 0
  for (let before = 0; !socket.destroyed; limits += 1) {
    await until(() => taken() > before || socket.destroyed)
    before = taken()
    mock.timers.tick(limitMs)
  }
  assert.ok(limits > 2, 'the client was not slow')
  assert.ok((await slow.text).length > large)
  mock.timers.tick(limitMs)
  stopped.socket.resume()
  assert.ok((await stopped.text).length < large)
})
