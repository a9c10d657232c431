import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFunction } from '../../../tests/sql/start-function.ts'

const key = 'sb_secret_test'
const lead = { name: 'Ada', email: 'ada@example.org', phone: '555', countryCode: 'US', consent: true }
const json = { apikey: key, 'content-type': 'application/json' }
const post = (headers: Record<string, string>, body: string = JSON.stringify(lead), path = '') => ({
  ...{ method: 'POST', headers, body, path },
})

test('every error, of whatever layer, is a status with the JSON body {"error": code}', async () => {
  const noDatabase = () => Promise.reject(new Error())
  await using served = await startFunction(
    { query: noDatabase, queryAs: noDatabase },
    { SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: 'sb_publishable_test' }) },
  )
  for (const [{ path, ...init }, status, error] of [
    [post({ 'content-type': 'application/json' }), 401, 'unauthorized'],
    [post({ ...json, apikey: 'sb_secret_wrong' }), 401, 'unauthorized'],
    [post({ ...json, apikey: 'sb_publishable_test' }), 401, 'unauthorized'],
    [post({ authorization: `Bearer ${key}` }), 401, 'unauthorized'],
    [post(json, '', '/sweep'), 401, 'unauthorized'],
    [{ method: 'GET', headers: {}, path: '' }, 401, 'unauthorized'],
    [{ method: 'GET', headers: json, path: '' }, 405, 'method_not_allowed'],
    [post({ ...json, 'idempotency-key': 'x' }), 400, 'invalid_idempotency_key'],
    [post({ ...json, 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
    [post(json, '{'), 400, 'invalid_json'],
    [post(json, `"${'x'.repeat(16 * 1024)}"`), 413, 'too_large'],
    [post(json), 503, 'unavailable'],
    [post({ 'x-claim-key': crypto.randomUUID() }, '', '/sweep'), 503, 'unavailable'],
  ] as const) {
    const response = await served.fetch(new Request(`http://functions.test/send-lead-email${path}`, init))
    const type = response.headers.get('content-type')
    assert.deepEqual([response.status, type, await response.json()], [status, 'application/json', { error }])
  }
})
