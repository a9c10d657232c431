import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../tests/kit/assert-linear.ts'
import { sourceAddresses } from './source-address.ts'

test('an IPv4 address is a source, mapped into IPv6 or not', () => {
  for (const header of ['203.0.113.4', 'forged, 203.0.113.4', '::ffff:203.0.113.4', '::FFFF:cb00:7104']) {
    assert.deepEqual(sourceAddresses(header), ['203.0.113.4'], header)
  }
})

test('the addresses of one /64 are one source, and those of one /48 another', () => {
  for (const header of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::203.0.113.4']) {
    assert.deepEqual(sourceAddresses(header), ['2001:db8:1:2::/64', '2001:db8:1::/48'], header)
  }
  assert.deepEqual(sourceAddresses('::1'), ['0:0:0:0::/64', '0:0:0::/48'])
  assert.deepEqual(sourceAddresses('fe80::1%eth0'), ['fe80:0:0:0::/64', 'fe80:0:0::/48'])
  assert.deepEqual(sourceAddresses('2001:db8:1:3::1'), ['2001:db8:1:3::/64', '2001:db8:1::/48'])
})

test('an entry that is missing or empty is no source, any other text is one', () => {
  for (const header of [null, '', ' ', '203.0.113.4,', '203.0.113.4, ']) {
    assert.deepEqual(sourceAddresses(header), [])
  }
  assert.deepEqual(sourceAddresses('unknown'), ['unknown'])
})

test('a port, brackets, quotes and a zone do not make another source', () => {
  for (const header of [
    '203.0.113.4:52341',
    'forged, 203.0.113.4:1',
    '"203.0.113.4:52341"',
    '[203.0.113.4]:80',
    '::ffff:203.0.113.4%eth0',
    '[::ffff:203.0.113.4]:443',
    'for=203.0.113.4',
    'for=forged, for=203.0.113.4;proto=https;by=203.0.113.43',
    'proto=https;For="203.0.113.4:47011"',
    '::FFFF:203.0.113.4:52341',
    '64:ff9b::203.0.113.4',
    '[64:ff9b::cb00:7104]:443',
  ]) {
    assert.deepEqual(sourceAddresses(header), ['203.0.113.4'], header)
  }
  for (const header of [
    '[2001:db8::1]',
    '[2001:db8::1]:443',
    '2001:db8::1%eth0',
    '2001:db8:0:0:0:0:0:1:52341',
    '[2001:db8::1%25eth0]:443',
    'for="[2001:db8:cafe::17]:4711", for="[2001:db8::1]:4711"',
  ]) {
    assert.deepEqual(sourceAddresses(header), ['2001:db8:0:0::/64', '2001:db8:0::/48'], header)
  }
})

test('a forged header fills no memory', () => {
  assert.deepEqual(sourceAddresses('x'.repeat(16_000)), ['x'.repeat(45)])
})

test('a header takes linear time', () => {
  assertLinear(sourceAddresses, [', ', ';for=', 'for = ', '[::', '%', '1:', '"', ': '])
})
