import assert from 'node:assert/strict'
import { getServers, setServers } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Health } from '../../supabase/functions/_shared/health.ts'
import { openNameServer, type Zone } from '../doctor/open-name-server.ts'
import { openDeskApp } from './open-desk-app.ts'

const domain = 'brand.example'
const health: Health = {
  version: '1',
  settings: [],
  siteUrl: null,
  senderDomain: domain,
  smtp: { status: 'ok', reason: null },
  database: { status: 'ok', reason: null },
  mail: null,
}
// The desk reads only the domain of the sender from the answer of the deployed function.
const project = createServer((_, answer) => answer.end(JSON.stringify(health))).listen(0, '127.0.0.1')
await once(project, 'listening')
const zone: Zone = { '': [] }
const nameServer = await openNameServer(zone)
const servers = getServers()
setServers([nameServer.server])
after(() => {
  setServers(servers)
  nameServer.close()
  project.close()
  project.closeAllConnections()
})

const { ask, sameOrigin } = await openDeskApp({
  SUPABASE_URL: `http://127.0.0.1:${(project.address() as AddressInfo).port}`,
  SUPABASE_SECRET_KEY: 'key',
})

async function check() {
  const { status, body } = await ask('POST', '/mails/sender', sameOrigin, '')
  assert.equal(status, 200)
  return [...parseHTML(body).document.querySelectorAll('ul[role=status] li')].map((one) => ({
    text: one.textContent ?? '',
    tone: /bg-(\w+)-ground/.exec(one.className)?.[1] ?? 'quiet',
  }))
}

test('the records of the domain are told as the doctor tells them, and what Gmail and Yahoo require', async () => {
  Object.assign(zone, {
    [domain]: ['v=spf1 include:mail.example -all'],
    'mail.example': ['v=spf1 ip4:192.0.2.1 -all'],
    [`resend._domainkey.${domain}`]: ['v=DKIM1; k=rsa; p=MIGf'],
  })
  const [spf, dkim, dmarc, demands] = await check()
  assert.deepEqual(spf, { text: 'brand.example names the servers that may send for it. ', tone: 'good' })
  assert.match(dkim?.text ?? '', /^Emails can be signed with the key at resend\._domainkey/)
  assert.match(dmarc?.text ?? '', /has no DMARC record.*Publish at _dmarc\.brand\.example: v=DMARC1/)
  assert.equal(dmarc?.tone, 'bad')
  assert.match(demands?.text ?? '', /^Gmail and Yahoo require .*From 5,000 emails a day/)
  zone[`_dmarc.${domain}`] = ['v=DMARC1; p=none']
  assert.deepEqual((await check())[2]?.tone, 'good')
})

test('a domain that cannot be looked up gets a plain sentence', async () => {
  for (const name of ['', ...Object.keys(zone)]) zone[name] = null
  const [first] = await check()
  assert.deepEqual(first, { text: 'DNS did not answer for brand.example (ESERVFAIL). ', tone: 'quiet' })
})

test('only our own page can ask for it', async () => {
  assert.equal((await ask('POST', '/mails/sender', {}, '')).status, 403)
})
