import assert from 'node:assert/strict'
import dns from 'node:dns'
import { test } from 'node:test'
import { openNameServer, type Zone } from '../../tests/doctor/open-name-server.ts'
import type { FunctionAnswer } from './function.ts'
import { checkSender } from './sender.ts'
import { readTarget } from './target.ts'

const target = readTarget({
  ...{ SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co', SUPABASE_SECRET_KEY: 'sb_secret_test' },
})
const key = 'v=DKIM1; k=rsa; p=MIGf'
const sound: Zone = {
  '': [],
  'brand.example': ['v=spf1 include:provider.example -all'],
  'provider.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
  's1._domainkey.brand.example': [key],
  '_dmarc.brand.example': ['v=DMARC1; p=reject'],
}

/** The results of this sender, without the demands of Gmail. */
async function results(changes: Zone = {}, senderDomain = 'brand.example') {
  const { server, close } = await openNameServer({ ...sound, ...changes })
  const before = dns.getServers()
  dns.setServers([server])
  try {
    const found = await checkSender(target, { health: { senderDomain } } as unknown as FunctionAnswer)
    return found
      .filter(({ check }) => check !== 'sender demands')
      .map(({ check, status, sentence }) => `${check} ${status}: ${sentence}`)
  } finally {
    dns.setServers(before)
    close()
  }
}

test('a sender whose domain is right has no fault, also if it is below the domain with the key', async () => {
  for (const domain of ['brand.example', 'Mail.Brand.example']) {
    const found = await results({ 'mail.brand.example': ['v=spf1 ip4:192.0.2.1 -all'] }, domain)
    assert.deepEqual(
      found.map((one) => one.split(':')[0]),
      ['sender SPF ok', 'sender DKIM ok', 'sender DMARC ok'],
      found.join('\n'),
    )
  }
})

test('each record of the sender that is wrong is the only fault named', async () => {
  const rows: [changes: Zone, sentence: RegExp][] = [
    [{ 'brand.example': ['v=spf1 +all'] }, /^sender SPF fault: .* lets every server send/],
    [{ 'brand.example': ['v=spf1 ipv4:192.0.2.1 -all'] }, /^sender SPF fault/],
    [{ 's1._domainkey.brand.example': ['v=DKIM1; p='] }, /^sender DKIM fault: .* is empty, so it is revoked/],
    [{ 's1._domainkey.brand.example': [`"${key}"`] }, /^sender DKIM fault: .* with its quotation marks/],
    [{ '_dmarc.brand.example': [] }, /^sender DMARC fault: brand\.example has no DMARC record/],
    [{ '_dmarc.brand.example': ['v=DMARC1; p=all'] }, /^sender DMARC fault: .* has no valid p=/],
  ]
  for (const [changes, sentence] of rows) {
    const found = await results(changes)
    const faults = found.filter((one) => one.includes(' fault:'))
    assert.equal(faults.length, 1, found.join('\n'))
    assert.match(faults.join(), sentence)
  }
})

test('what DNS does not say is no fault', async () => {
  const rows: [changes: Zone, sentence: RegExp][] = [
    [{ 'brand.example': [] }, /^sender SPF unseen: brand\.example has no SPF record/],
    [{ 'brand.example': ['v=spf1 -all'] }, /^sender SPF unseen: .* lets no server send/],
    [{ 'brand.example': null }, /^sender SPF unseen: DNS did not answer for brand\.example/],
    [{ 's1._domainkey.brand.example': [] }, /^sender DKIM unseen: brand\.example has no DKIM key/],
    [{ '_dmarc.brand.example': null }, /^sender DMARC unseen: DNS did not answer/],
  ]
  for (const [changes, sentence] of rows) {
    const found = await results(changes)
    const other = found.filter((one) => !one.includes(' ok:'))
    assert.equal(other.length, 1, found.join('\n'))
    assert.match(other.join(), sentence)
  }
})

test('nobody can sign for an address at a free mail provider', async () => {
  const found = await results({}, 'Gmail.com')
  assert.match(found.at(-1) ?? '', /^sender DKIM fault: MAIL_FROM is an address at gmail\.com/)
})
