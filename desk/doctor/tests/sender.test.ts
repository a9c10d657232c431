import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkDkim } from '../sender/dkim.ts'
import { checkDmarc } from '../sender/dmarc.ts'
import { checkSpf } from '../sender/spf.ts'
import { openNameServer, type Zone } from './open-name-server.ts'
import { trust } from './trust.ts'

const zone: Zone = {}
const nameServer = await openNameServer(zone)
trust('', nameServer.server)
after(() => nameServer.close())

/** The records of the zone, the check, its status and its sentence. */
const cases: [Zone, typeof checkSpf, string, RegExp][] = [
  [
    { 'brand.example': ['other', 'v=spf1 include:mail.example ~all'] },
    checkSpf,
    'ok',
    /names the servers that may send/,
  ],
  [
    { 'brand.example': ['google-site-verification=x'] },
    checkSpf,
    'fault',
    /^brand\.example has no SPF record, /,
  ],
  [{}, checkSpf, 'fault', /^brand\.example has no SPF record, /],
  [{ 'brand.example': ['v=spf1 +all'] }, checkSpf, 'fault', /lets every server send for it \(\+all\)/],
  [{ 'brand.example': null }, checkSpf, 'unseen', /^DNS did not answer for brand\.example \(ESERVFAIL\)\.$/],

  [
    { 's1._domainkey.brand.example': [`k=rsa; p=${'A'.repeat(400)}`] },
    checkDkim,
    'ok',
    /publishes a key for the signatures/,
  ],
  [{ 's1._domainkey.brand.example': ['v=DKIM1; p='] }, checkDkim, 'fault', /has withdrawn the key/],
  [
    {},
    checkDkim,
    'unseen',
    /no DKIM key under the 25 names that large providers use; yours may use another\.$/,
  ],
  [{ 'default._domainkey.brand.example': null }, checkDkim, 'unseen', /^DNS did not answer/],

  [
    { '_dmarc.brand.example': ['v=DMARC1; p=reject'] },
    checkDmarc,
    'ok',
    /has forged mails refused \(p=reject\)/,
  ],
  [
    { '_dmarc.brand.example': ['v=DMARC1; p=none'] },
    checkDmarc,
    'ok',
    /has forged mails reported only \(p=none\)/,
  ],
  [{ '_dmarc.brand.example': ['v=DMARC1; rua=mailto:a@b.example'] }, checkDmarc, 'fault', /has no valid p=/],
  [
    { '_dmarc.brand.example': ['v=DMARC1; p=none', 'v=DMARC1; p=none'] },
    checkDmarc,
    'fault',
    /has 2 DMARC records/,
  ],
  [{}, checkDmarc, 'fault', /^brand\.example has no DMARC record, /],
  [{ '_dmarc.brand.example': null }, checkDmarc, 'unseen', /^DNS did not answer/],
]

for (const [records, check, status, sentence] of cases) {
  test(`${check.name}: ${JSON.stringify(records).slice(0, 60)} is ${status}`, async () => {
    for (const name of Object.keys(zone)) delete zone[name]
    Object.assign(zone, { '': [] }, records)
    const result = await check('brand.example')
    assert.equal(result.status, status)
    assert.match(result.sentence, sentence)
    assert.equal(result.todo === null, status === 'ok' || sentence.source.startsWith('^DNS'))
  })
}

test('a domain without a DMARC record of its own has that of the domain above', async () => {
  Object.assign(zone, { '_dmarc.brand.example': ['v=DMARC1; p=quarantine'] })
  const { sentence } = await checkDmarc('mail.brand.example')
  assert.equal(sentence, 'brand.example has forged mails put aside (p=quarantine).')
})

test('a name server without a connection, which knows no name at all, does not count as an answer', async () => {
  for (const name of Object.keys(zone)) delete zone[name]
  for (const check of [checkSpf, checkDkim, checkDmarc]) {
    const { status, sentence } = await check('brand.example')
    assert.equal(status, 'unseen')
    assert.match(sentence, /^DNS did not answer for brand\.example \(ENOTFOUND\)\.$/)
  }
})
