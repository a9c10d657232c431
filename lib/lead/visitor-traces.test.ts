import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../tests/kit/server-settings.ts'

const { visitorTraces } = await import('./visitor-traces.ts')

/** The output of: printf 'ip:203.0.113.4' | openssl dgst -sha256 -hmac the_secret_of_this_site_stays_as_it_is */
const hash = 'b54e9ca1bc86a9f940ccdffcb5443f2afbe7de8ca7301635c958d2efeb4e8dce'

test('the secret of the site makes the hash of an address, and no API key does, which may be replaced', () => {
  const headers = new Headers({ 'x-forwarded-for': '198.51.100.9, 203.0.113.4', 'user-agent': 'Mozilla/5.0' })
  assert.deepEqual(visitorTraces(headers), { userAgent: 'Mozilla/5.0', ipHash: hash, networkHash: undefined })
})

test('visitors of one IPv6 network differ by their own hash and share that of the network', () => {
  const [ann, bob] = ['2001:db8:1:2::1', '2001:db8:1:3::1'].map((address) =>
    visitorTraces(new Headers({ 'x-forwarded-for': address })),
  )
  assert.notEqual(ann?.ipHash, bob?.ipHash)
  assert.match(ann?.networkHash ?? '', /^[0-9a-f]{64}$/)
  assert.equal(ann?.networkHash, bob?.networkHash)
})

test('without an address there is no hash', () => {
  assert.deepEqual(visitorTraces(new Headers()), { userAgent: '', ipHash: undefined, networkHash: undefined })
})
