import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, test } from 'node:test'
import type { FunnelCount } from '../funnel/counter.ts'
import { openFunnel } from '../funnel/open-funnel.ts'
import { guardServer } from './guard-server.ts'

guardServer({ 'X-Content-Type-Options': 'nosniff' }, 10_000)

const arrivals: IncomingMessage[] = []
/** Stands where the framework does. */
const server = createServer(async (request, response) => {
  arrivals.push(request)
  response.writeHead(202).end(await text(request))
})
server.listen(0, 'localhost')
await once(server, 'listening')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
test.after(() => {
  agent.destroy()
  server.close()
})
beforeEach(() => {
  arrivals.length = 0
  globalThis.funnel = undefined
})

const host = `localhost:${(server.address() as AddressInfo).port}`
const own = { origin: `http://${host}`, referer: `http://${host}/?utm_campaign=spring` }
const begin = (body: string, headers: Record<string, string> = {}, path = '/funnel', method = 'POST') =>
  request(`http://${host}`, {
    ...{ agent, path, method },
    headers: { ...own, 'content-length': body.length, ...headers },
  })
async function post(...beacon: Parameters<typeof begin>) {
  const [answer] = (await once(begin(...beacon).end(beacon[0]), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

/** Sets a funnel whose next flush is due until `arrive` is called, which gives what has been handed on by then. */
async function openDueFunnel() {
  const [begun, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sent: FunnelCount[] = []
  const send = async (counts: FunnelCount[]) => {
    sent.push(...counts)
    begun.resolve()
    await arrived.promise
    return true
  }
  const funnel = openFunnel(send, { flushEveryMs: 0, beaconsPerSecond: 100, campaigns: 9 })
  funnel.take(new Headers({ 'sec-fetch-site': 'same-origin' }), ',page_viewed')
  funnel.flush()
  await begun.promise
  const flushed = funnel.flush()
  globalThis.funnel = funnel
  return async () => {
    arrived.resolve()
    await flushed
    return sent.slice(1).map(({ campaign, event, hits }) => [campaign, event, hits])
  }
}

test('while a flush is due, beacons are counted and answered without the framework', async () => {
  const arrive = await openDueFunnel()
  const beacons: Parameters<typeof post>[] = [
    [',play_clicked'],
    [',play_clicked', { origin: 'https://elsewhere.example.com', 'sec-fetch-site': 'same-origin' }],
    [',unlocked', { origin: 'https://elsewhere.example.com' }],
    [',unlocked', { 'sec-fetch-site': 'same-site' }],
    [',bought'],
    [''],
    [`${'x'.repeat(1_024)},unlocked`],
    [',submitted'],
  ]
  for (const beacon of beacons) {
    const { status, headers, body } = await post(...beacon)
    assert.deepEqual([status, body], [204, ''])
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
  assert.equal(arrivals.length, 0)
  assert.deepEqual(await arrive(), [
    ['spring', 'play_clicked', 2],
    ['spring', 'submitted', 1],
  ])
})

test('the framework gets a beacon before its route is loaded, and when no flush is due', async () => {
  assert.deepEqual((await post(',unlocked')).body, ',unlocked')
  const arrive = await openDueFunnel()
  assert.deepEqual(await arrive(), [])
  assert.deepEqual((await post(',unlocked')).body, ',unlocked')
  assert.equal(arrivals.length, 2)
})

test('the framework gets a beacon that comes in parts', { timeout: 5_000 }, async () => {
  const arrive = await openDueFunnel()
  const beacon = begin(',unlocked')
  beacon.write(',un')
  while (arrivals.length === 0) await new Promise(setImmediate)
  const answer = once(beacon, 'response') as Promise<[IncomingMessage]>
  beacon.end('locked')
  assert.equal(await text((await answer)[0]), ',unlocked')
  assert.deepEqual(await arrive(), [])
})

test('the framework gets everything else', async () => {
  const arrive = await openDueFunnel()
  for (const [path, method] of [
    ['/funnel', 'GET'],
    ['/funnel', 'PUT'],
    ['/funnel/', 'POST'],
    ['/funnel?x', 'POST'],
    ['/', 'POST'],
  ])
    assert.equal((await post(',unlocked', {}, path, method)).status, 202)
  assert.deepEqual(await arrive(), [])
})
