import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceAddress } from './source-address.ts'

test('an IPv4 address is a source, mapped into IPv6 or not', () => {
  for (const header of ['203.0.113.4', 'forged, 203.0.113.4', '::ffff:203.0.113.4', '::FFFF:cb00:7104']) {
    assert.equal(sourceAddress(header), '203.0.113.4', header)
  }
})

test('the addresses of one /64 are one source', () => {
  for (const header of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::203.0.113.4']) {
    assert.equal(sourceAddress(header), '2001:db8:1:2::/64', header)
  }
  assert.equal(sourceAddress('::1'), '0:0:0:0::/64')
  assert.equal(sourceAddress('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.notEqual(sourceAddress('2001:db8:1:3::1'), sourceAddress('2001:db8:1:2::1'))
})

test('an entry that is missing or empty is no source, any other text is one', () => {
  for (const header of [null, '', ' ', '203.0.113.4,', '203.0.113.4, ']) {
    assert.equal(sourceAddress(header), undefined)
  }
  assert.equal(sourceAddress('203.0.113.4:5060'), '203.0.113.4:5060')
})
