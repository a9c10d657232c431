import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkRemedy } from './proxy.ts'

test('a network that puts its own certificate in between is told, and a bad certificate of the site is not', () => {
  for (const code of [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])
    assert.match(networkRemedy(code, {}), /NODE_EXTRA_CA_CERTS/, code)
  for (const code of ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ENOTFOUND'])
    assert.equal(networkRemedy(code, {}), '', code)
})

test('a proxy that may be at fault is named', () => {
  assert.match(networkRemedy('ECONNREFUSED', { https_proxy: 'http://proxy:3128' }), /https_proxy/)
})
