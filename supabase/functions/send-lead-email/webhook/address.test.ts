import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic, literalAddress } from './address.ts'

test('only addresses on the internet are public', () => {
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8']) {
    assert.ok(isPublic(address), address)
  }
  for (const address of [
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...[
      '100.64.0.1',
      '169.254.169.254',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '192.0.0.1',
      '240.0.0.1',
    ],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:a00:1'],
    ...['64:ff9b::a00:1', '64:ff9b:1::1', '2002:a00:1::', '2001::1', '2001:db8::1', '::127.0.0.1', 'fec0::1'],
    ...['::7f00:1', '::a00:1', '100::1', '4000::1'],
  ]) {
    assert.ok(!isPublic(address), address)
  }
})

test('every spelling of an address in a URL is seen as one', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.0.0.1',
  ]) {
    assert.equal(literalAddress(new URL(`https://${host}/`)), '127.0.0.1', host)
  }
  assert.equal(literalAddress(new URL('https://[::1]/')), '::1')
  assert.equal(literalAddress(new URL('https://crm.example/')), undefined)
})
