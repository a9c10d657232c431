import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { askPeople } from './ask-people.ts'

test('a search without an answer says so, and one that nobody waits for says nothing', async (context) => {
  const found = { people: [{ href: '/leads/1', name: 'Ada', email: '', phone: '' }], note: '' }
  const server = createServer(({ url }, response) => {
    const isDown = url === '/people?q=down'
    response.writeHead(isDown ? 502 : 200).end(isDown ? '' : JSON.stringify(found))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  context.after(close)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const abort = new AbortController()
  const note = 'The search does not answer. Reload this page to see why.'
  assert.deepEqual(await askPeople(origin, 'ada', abort.signal), found)
  assert.deepEqual(await askPeople(origin, 'down', abort.signal), { people: [], note })
  close()
  assert.deepEqual(await askPeople(origin, 'ada', abort.signal), { people: [], note })
  abort.abort()
  await assert.rejects(askPeople(origin, 'ada', abort.signal), { name: 'AbortError' })
})
