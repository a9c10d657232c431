import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../tests/kit/server-settings.ts'

const { visitorTraces } = await import('./visitor-traces.ts')

/** The output of: printf 'ip:203.0.113.4' | openssl dgst -sha256 -hmac sb_secret_of_this_server */
const hash = '8afab1f9e8c5ff57b457f890d033b6cfe8edd2d865c849b52ecc8e7fb293303f'

test('only this server’s key makes the hash of an address', () => {
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
