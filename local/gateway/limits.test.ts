import assert from 'node:assert/strict'
import test from 'node:test'
import { createLimits } from './limits.ts'
import { isTotpCode, totpCode } from './totp.ts'

test('After a burst of 30, a code of a second factor is taken every four seconds', () => {
  let now = 0
  const limit = createLimits(() => now)
  for (let count = 0; count < 30; count++) limit('factor', '192.0.2.1')
  const fault = { status: 429, code: 'over_request_rate_limit' }
  assert.throws(() => limit('factor', '192.0.2.1'), fault)
  limit('challenge', '192.0.2.1')
  limit('factor', '192.0.2.2')
  now += 4
  limit('factor', '192.0.2.1')
  assert.throws(() => limit('factor', '192.0.2.1'), fault)
})

test('Too many emails an hour are refused with their own code', () => {
  const limit = createLimits(() => 0)
  for (let count = 0; count < 100; count++) limit('email')
  assert.throws(() => limit('email'), { status: 429, code: 'over_email_send_rate_limit' })
})

test('Codes are those of RFC 6238, and those of the steps beside are taken', () => {
  // The secret is '12345678901234567890' in base 32 (RFC 6238, appendix B, the last six digits).
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [1234567890, '005924'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ] as const) {
    assert.equal(totpCode(secret, seconds), code)
    const taken = [-60, -30, 0, 30, 60].map((late) => isTotpCode(secret, code, seconds + late))
    assert.deepEqual(taken, [false, true, true, true, false])
  }
})
