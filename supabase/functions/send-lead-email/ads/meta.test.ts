import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { metaDataset, metaToken, openMeta } from '../../../../tests/kit/open-meta.ts'
import type { AdEvent } from '../database.ts'
import { createMetaSend, eventOf } from './meta.ts'

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const row = (changes: Partial<AdEvent> = {}): AdEvent => ({
  ...{ id: 'row', kind: 'ad', event: 'lead', attempt: 1, submission_id: 'a-submission' },
  submitted_at: new Date(Date.now() - 60_000).toISOString(),
  queued_at: new Date(Date.now() - 60_000).toISOString(),
  ...{ name: 'Ada Lovelace', email: 'Ada@Example.org', phone_e164: '+12015550123', country_code: 'US' },
  ...{ page: 'https://training.example/?x=1', user_agent: 'Safari', campaign: {}, outcome: null },
  ...changes,
})
const settings = { dataset: metaDataset, token: metaToken }

// developers.facebook.com, conversions-api, “Customer information parameters”: the hashes of its table.
test('what Meta knows people by is normalised and hashed as its page shows', () => {
  for (const [changes, key, plain] of [
    [{ email: ' John_Smith@gmail.com ' }, 'em', 'john_smith@gmail.com'],
    [{ phone_e164: '+16505551212' }, 'ph', '16505551212'],
    [{ phone_e164: '+442070313000', country_code: 'UK' }, 'ph', '442070313000'],
    [{ name: 'Mary' }, 'fn', 'mary'],
    [{ name: 'Valéry' }, 'fn', 'valéry'],
    [{ name: "Sinéad O'Connor-Lee" }, 'ln', 'oconnorlee'],
    [{ name: 'Ludwig van  Beethoven, Jr.' }, 'ln', 'van beethoven jr'],
    [{ name: '정' }, 'fn', '정'],
    [{ country_code: 'UK' }, 'country', 'gb'],
    [{ country_code: 'US' }, 'country', 'us'],
  ] as [Partial<AdEvent>, string, string][]) {
    const { user_data } = eventOf(row(changes))
    assert.deepEqual((user_data as Record<string, unknown>)[key], [sha(plain)], plain)
  }
  assert.equal(
    sha('john_smith@gmail.com'),
    '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
  )
  const { user_data } = eventOf(row({ name: 'Mary', phone_e164: null }))
  assert.deepEqual(Object.keys(user_data), ['em', 'fn', 'country', 'client_user_agent'])
})

test('a click keeps its case and has the time of the arrival', () => {
  const campaign = { fbclid: 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk' }
  const { user_data } = eventOf(row({ campaign, submitted_at: '2026-11-20T10:00:00.123+00:00' }))
  assert.equal(
    (user_data as { fbc?: string }).fbc,
    `fb.1.${Date.parse('2026-11-20T10:00:00.123Z')}.${campaign.fbclid}`,
  )
})

test('a lead is of the website, with browser and page; without both, and later, it is of a system', () => {
  const time = '2026-11-20T10:00:00.9+00:00'
  const seen = eventOf(row({ queued_at: time }))
  assert.deepEqual(
    [seen.event_name, seen.event_time, seen.event_id],
    ['Lead', Date.parse('2026-11-20T10:00:00Z') / 1000, 'a-submission'],
  )
  const { action_source, event_source_url } = seen as Record<string, unknown>
  assert.deepEqual([action_source, event_source_url], ['website', 'https://training.example/?x=1'])
  for (const changes of [{ user_agent: null }, { page: null }, { event: 'schedule' as const }]) {
    const event = eventOf(row(changes))
    assert.equal(event.action_source, 'system_generated')
    assert.ok(!('event_source_url' in event) && !('client_user_agent' in event.user_data))
  }
  const outcome = { state: 'won' as const, value: 1200.5, currency: 'USD', at: time }
  const { event_name, custom_data } = eventOf(row({ event: 'purchase', outcome })) as Record<string, unknown>
  assert.deepEqual([event_name, custom_data], ['Purchase', { value: 1200.5, currency: 'USD' }])
  assert.doesNotMatch(JSON.stringify(eventOf(row())), /ada|lovelace|555.?01|client_ip/i)
})

test('Meta counts what is sent, one event a request, in the version of one constant', async () => {
  using meta = openMeta()
  const { send } = createMetaSend(settings)
  const outcome = { state: 'won' as const, value: 900, currency: 'USD', at: null }
  for (const event of ['lead', 'schedule', 'purchase'] as const)
    assert.deepEqual(await send(row({ event, outcome })), { outcome: 'sent' })
  assert.deepEqual(
    meta.counted().map(({ event_name }) => event_name),
    ['Lead', 'Schedule', 'Purchase'],
  )
  assert.deepEqual(meta.unhashed(), [])
  assert.deepEqual(new Set(meta.calls.map(({ body }) => body.data.length)), new Set([1]))
  assert.equal(meta.calls[0]?.url.pathname, `/v26.0/${metaDataset}/events`)
})

test('limits and faults of Meta are tried again, a refused event is not, and a refused token waits for another', async () => {
  using meta = openMeta()
  const { send, receiver } = createMetaSend(settings)
  const answers: [status: number, error: object | undefined, outcome: string, seconds?: number][] = [
    [500, undefined, 'deferred', 0],
    [503, { code: 2, message: 'Service temporarily unavailable', is_transient: true }, 'deferred', 0],
    [429, undefined, 'deferred', 60],
    [400, { code: 4, message: 'Application request limit reached' }, 'deferred', 60],
    [400, { code: 80004, message: 'Too many calls' }, 'deferred', 60],
    [400, { code: 1, message: 'Please try again', is_transient: true }, 'deferred', 60],
    [302, undefined, 'deferred', 86_400],
    [400, { code: 190, message: `The token ${metaToken} has expired` }, 'deferred', 3600],
    [400, { code: 100, error_subcode: 33, message: 'Unsupported post request' }, 'deferred', 3600],
    [403, { code: 200, message: 'Permissions error' }, 'deferred', 3600],
    [400, { code: 3, message: 'Capability or permissions issue' }, 'deferred', 3600],
    [400, { code: 10, message: 'Permission denied' }, 'deferred', 3600],
    [400, { code: 100, message: '(#100) Missing Permission' }, 'deferred', 3600],
    [400, { code: 102, message: 'Session key invalid' }, 'deferred', 3600],
    [400, { code: 368, message: 'Temporarily blocked for policies violations' }, 'deferred', 3600],
    [400, { code: 341, message: 'Application limit reached' }, 'deferred', 60],
    [400, { code: 5000, message: 'Unknown', is_transient: true }, 'deferred', 60],
    [400, { code: 2500, message: 'Unknown path components' }, 'rejected'],
    [400, { code: 100, error_subcode: 2804003, error_user_msg: 'Event Timestamp Too Old' }, 'rejected'],
    [404, undefined, 'rejected'],
  ]
  for (const [status, error, outcome, seconds] of answers) {
    meta.answer(() => (error ? meta.refuse(status, error) : new Response('<html>', { status })))
    const result = await send(row())
    const rest = seconds === undefined ? undefined : { receiver, seconds }
    assert.deepEqual(
      [result.outcome, 'rest' in result ? result.rest : undefined],
      [outcome, rest],
      `${status}`,
    )
    assert.match('error' in result ? result.error : '', new RegExp(`^META ${status}`))
    assert.doesNotMatch(JSON.stringify(result), /EAAB/)
  }
  // A login page of a network answers 200 too.
  meta.answer(() => new Response('<html>'))
  assert.equal((await send(row())).outcome, 'deferred')
  meta.answer(() => {
    throw new TypeError(
      `error sending request for url (https://graph.facebook.com/?access_token=${metaToken}): client error (Connect): dns error`,
    )
  })
  const unreached = await send(row())
  assert.deepEqual(unreached, {
    outcome: 'deferred',
    error: 'ENOTFOUND the name has no address',
    codes: 'ENOTFOUND',
  })
})

test('another token is another receiver', () => {
  const of = (token: string) => createMetaSend({ ...settings, token }).receiver
  assert.notEqual(of(metaToken), of(`${metaToken}y`))
  assert.match(of(metaToken), /^meta:[0-9a-f]{64}$/)
})
