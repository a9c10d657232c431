import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { answerTo } from '../../tests/kit/answer.ts'
import { listen } from '../../tests/kit/listen.ts'
import { cutRequests } from './cut-requests.ts'

test('a long user agent is cut before Next looks for the names of bots in it', async (t) => {
  cutRequests()
  const server = createServer(({ headers }, answer) => answer.end(`${headers['user-agent']?.length}`))
  t.after(() => server.close())
  const site = `http://127.0.0.1:${await listen(server)}`
  const arrived = async (headers: Record<string, string>) =>
    (await answerTo(site, { method: 'GET', headers: { connection: 'close', ...headers } })).body
  assert.equal(await arrived({ 'user-agent': '-'.repeat(14_000) }), '300')
  assert.equal(await arrived({ 'user-agent': 'Mozilla/5.0' }), '11')
  assert.equal(await arrived({}), 'undefined')
})

test('a request arrives without a long query and without too many cookies, and keeps up to a hundred', async (t) => {
  cutRequests()
  const server = createServer(({ url, headers }, answer) => answer.end(`${url} ${headers.cookie}`))
  t.after(() => server.close())
  const site = `http://127.0.0.1:${await listen(server)}`
  const arrived = async (path: string, cookie: string) =>
    (await answerTo(`${site}${path}`, { method: 'GET', headers: { cookie, connection: 'close' } })).body
  assert.equal(await arrived('/?utm_campaign=spring', 'a=b'), '/?utm_campaign=spring a=b')
  assert.equal(await arrived(`/x?${'a&'.repeat(800)}`, 'a=b'), '/x a=b')
  assert.equal(await arrived('/', 'a=;'.repeat(101)), '/ undefined')
  // A login may be among them.
  const most = Array.from({ length: 100 }, (_, key) => `k${key}=v`).join('; ')
  assert.equal(await arrived('/', most), `/ ${most}`)
})
