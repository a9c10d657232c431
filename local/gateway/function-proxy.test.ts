import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { serveApp } from '../../machine/serve-app.ts'
import { freePort, listen } from '../../tests/kit/listen.ts'
import { createApp } from '../create-app.ts'
import { passToFunction } from './function-proxy.ts'

const host = createServer()
const hostPort = await listen(host)
const app = createApp()
app.all('/functions/v1/*', (context) => passToFunction(context, hostPort))
const port = await freePort()
const proxy = await serveApp(app, port)
test.after(() => {
  for (const server of [host, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

type Exchange = [IncomingMessage, ServerResponse]
/** Sends only the first part of the body. Returns the call, and what of it has reached the function host. */
async function call(method: string, path: string, body?: string) {
  const headers = { apikey: 'key' }
  const sent = request({ host: '127.0.0.1', port, method, path: `/functions/v1${path}`, headers })
  const response = once(sent, 'response').then(([first]) => first as IncomingMessage)
  const received = once(host, 'request') as Promise<Exchange>
  if (body) sent.write(body)
  else sent.end()
  const [incoming, answer] = await received
  return { sent, incoming, answer, response }
}

test('The function host is called, however the path is written', async () => {
  for (const [written, meant] of [
    ['/%66unctions/v1/x?y=/functions/v1@127.0.0.2/', '/x?y=/functions/v1@127.0.0.2/'],
    ['/functions/%761/x?y=/functions/v1@127.0.0.2/', '/x?y=/functions/v1@127.0.0.2/'],
    ['/functions/v1/@127.0.0.2/functions/v1/x', '/@127.0.0.2/functions/v1/x'],
    ['/functions/v1/a%2Fb%3Fc', '/a%2Fb%3Fc'],
  ]) {
    const sent = request({ host: '127.0.0.1', port, path: written }).end()
    const response = once(sent, 'response').then(([first]) => first as IncomingMessage)
    const reached = once(host, 'request').then(([incoming, answer]: unknown[]) => {
      ;(answer as ServerResponse).end()
      return (incoming as IncomingMessage).url
    })
    const refused = response.then(({ statusCode }) => `status ${statusCode}`)
    assert.equal(await Promise.race([reached, refused]), meant, written)
    ;(await response).resume()
  }
})

test('Method, path, headers, status and body are passed on', async () => {
  const { sent, incoming, answer, response } = await call('PUT', '/name/sweep?a=/functions/v1/b', 'asked')
  sent.end()
  const { method, url, headers } = incoming
  assert.deepEqual([method, url, headers.apikey], ['PUT', '/name/sweep?a=/functions/v1/b', 'key'])
  assert.equal(await text(incoming), 'asked')
  answer.writeHead(409, { 'retry-after': '5', 'set-cookie': ['a=1', 'b=2'] }).end('answered')
  const { statusCode, headers: kept } = await response
  assert.deepEqual([statusCode, kept['retry-after'], kept['set-cookie']], [409, '5', ['a=1', 'b=2']])
  assert.equal(await text(await response), 'answered')
})

test('Bodies flow both ways before they end', async () => {
  const { sent, incoming, answer, response } = await call('POST', '/name', 'asked')
  assert.equal(String((await once(incoming, 'data'))[0]), 'asked')
  answer.write('answered')
  assert.equal(String((await once(await response, 'data'))[0]), 'answered')
  sent.end()
  answer.end()
  await once(await response, 'end')
})

test('An answer without a body is passed on', async () => {
  for (const [method, status] of [
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ] as const) {
    const { answer, response } = await call(method, '/name')
    answer.writeHead(status).end()
    const { statusCode } = await response
    assert.equal(statusCode, status)
    assert.equal(await text(await response), '')
  }
})

test('A client that leaves ends the call of the function', async () => {
  const { sent, answer, response } = await call('POST', '/name', 'asked')
  response.catch(() => {})
  sent.destroy()
  await once(answer, 'close')
  assert.equal(answer.writableFinished, false)
})

test('A function that ends before it answers is a relay error', async () => {
  const { answer, response } = await call('POST', '/name')
  answer.destroy()
  const { statusCode, headers } = await response
  assert.deepEqual([statusCode, headers['x-relay-error']], [503, 'true'])
})

test('An answer that breaks off breaks off for the client, too', async (t) => {
  t.mock.method(console, 'error', () => {})
  const { answer, response } = await call('POST', '/name')
  answer.write('half')
  const half = await response
  await once(half, 'data')
  answer.destroy()
  await assert.rejects(text(half), { code: 'ECONNRESET' })
})
