import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readClaimKey } from '../../../tests/sql/claim.ts'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { fiveFields as lead, openHandler } from '../../../tests/sql/open-handler.ts'

const logged: string[] = []
console.info = (line) => logged.push(line)

test('the handler', async (t) => {
  await using database = await openDatabase()
  let deliveries = 0
  const { post, send, submission } = openHandler(database, {
    deliver: () => {
      deliveries += 1
      return { tally: { sent: 1, deferred: 2, failed: 3, lost: 0 }, done: Promise.resolve() }
    },
    async checkHealth() {
      throw new TypeError('Ada Lovelace')
    },
  })

  await t.test(
    'a call with the five fields and nothing else is accepted, and its log line names nobody',
    async () => {
      const sent = lead()
      const { status, body } = await send(sent)
      const { callToken, ...answer } = body
      assert.deepEqual([status, answer], [201, { status: 'created', reminds: false }])
      assert.match(callToken, /^[0-9a-f-]{36}$/)
      assert.match(logged.join('\n'), /"event":"lead_created"/)
      for (const own of [sent.name, sent.email, sent.phone]) assert.ok(!logged.join('\n').includes(own), own)
      const stored = await submission(sent.email)
      assert.deepEqual(
        [stored?.phone, stored?.phone_e164, stored?.consent],
        [sent.phone, '+442070313000', true],
      )
    },
  )

  await t.test(
    'a repeated call is answered as a replay and sends no email; other content under its key is a conflict',
    async () => {
      const sent = lead()
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const before = deliveries
      const first = await send(sent, headers)
      assert.equal(first.status, 201)
      const replay = await send(sent, headers)
      assert.deepEqual([replay.status, replay.body], [200, { ...first.body, status: 'replayed' }])
      const conflict = await send({ ...sent, name: 'Mallory' }, headers)
      assert.deepEqual([conflict.status, conflict.body], [409, { error: 'conflict' }])
      assert.equal(deliveries - before, 1)
    },
  )

  await t.test(
    'each wrong field is answered with its message, and the answer holds nothing that was submitted',
    async () => {
      const { status, body } = await send({ ...lead(), email: 'no-address<script>', name: ' ' })
      assert.deepEqual(
        [status, body],
        [
          400,
          {
            error: 'invalid_lead',
            fields: { name: 'Please enter your name.', email: 'Please enter a valid email address.' },
          },
        ],
      )
    },
  )

  await t.test('an older database, which names no stored id and no token, stores a lead', async () => {
    const sent = lead()
    await database.query(
      `create schema newer;
       alter function public.accept_lead set schema newer;
       create function public.accept_lead(
         submission_id uuid, lead jsonb, context jsonb default '{}', out status text, out reminds boolean)
       language sql security definer as
         $$ select stored.status, stored.reminds from newer.accept_lead(submission_id, lead, context) stored $$;
       grant execute on function public.accept_lead to service_role`,
    )
    const before = deliveries
    const { status, body } = await send(sent)
    await database.query(
      `drop function public.accept_lead;
       alter function newer.accept_lead set schema public`,
    )
    assert.deepEqual([status, body, deliveries - before], [201, { status: 'created', reminds: false }, 1])
    assert.ok(await submission(sent.email))
  })

  await t.test('an idempotency key that is not a UUID is refused', async () => {
    for (const key of ['x', '', crypto.randomUUID().slice(1), `${crypto.randomUUID()} `.repeat(2)]) {
      const { status, body } = await send(lead(), { 'Idempotency-Key': key })
      assert.deepEqual([status, body], [400, { error: 'invalid_idempotency_key' }], key)
    }
  })

  await t.test('every method but POST is refused', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await post({ method })
      assert.deepEqual([status, headers.get('allow')], [405, 'POST'])
    }
  })

  await t.test('JSON of any unexpected shape is answered with 400', async () => {
    const strange = [
      '['.repeat(8000) + ']'.repeat(8000),
      `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`,
      ...[null, 1, 'x', [], {}, { name: { toString: 1 } }].map((value) => JSON.stringify(value)),
      `{"__proto__":{"name":"x"},"constructor":{"prototype":1}}`,
      JSON.stringify({ ...lead(), phone: 1e300 }),
      JSON.stringify({ ...lead(), consent: 'true' }),
      JSON.stringify({ ...lead(), countryCode: 'toString' }),
    ]
    for (const body of strange) assert.equal((await post({ body })).status, 400, body.slice(0, 80))
  })

  await t.test('names in any script are stored as they were typed', async () => {
    for (const name of [
      'Zoë',
      '李小龍',
      'مريم',
      '\u202eevil',
      '👩‍👩‍👧',
      'O’Brien',
      "'; drop table leads; --",
    ]) {
      const sent = { ...lead(), name: `a${name}a` }
      assert.equal((await send(sent)).status, 201, name)
      assert.equal((await submission(sent.email))?.name, `a${name}a`.normalize('NFC'))
    }
    const pasted = { ...lead(), name: 'Ana\0Example\v\u2028\ud800' }
    assert.equal((await send(pasted)).status, 201)
    assert.equal((await submission(pasted.email))?.name, 'Ana Example  \ufffd')
  })

  await t.test('a source with too many submissions is answered with 429 and a time to wait', async () => {
    await database.query('update lead_settings set day_hold_after = 1, day_refuse_after = 1')
    const sent = { ...lead(), context: { ipHash: 'f'.repeat(64) } }
    assert.equal((await send(sent)).status, 201)
    const { status, body, headers } = await send(sent)
    assert.deepEqual([status, body], [429, { error: 'rate_limited' }])
    assert.ok(Number(headers.get('retry-after')) > 0)
    await database.query('update lead_settings set day_hold_after = default, day_refuse_after = default')
  })

  await t.test(
    'a database error is answered with 503, and its code is logged without personal data',
    async () => {
      const lines: string[] = []
      console.error = (line) => lines.push(line)
      const sent = lead()
      for (const fault of [
        Object.assign(new Error(`Key (email)=(${sent.email}) exists`), { severity: 'ERROR', code: '57014' }),
        new TypeError(`no route for ${sent.name}`),
      ]) {
        const broken = { ...database, queryAs: () => Promise.reject(fault) }
        const { status, body, headers } = await post({ body: JSON.stringify(sent) }, broken)
        assert.deepEqual([status, body], [503, { error: 'unavailable' }])
        assert.ok(Number(headers.get('retry-after')) > 0)
      }
      assert.equal(JSON.parse(lines[0] ?? '').reason, 'accept_lead: 57014')
      assert.equal(lines.length, 2)
      assert.ok(lines.every((line) => !line.includes(sent.email) && !line.includes('Ada')))
    },
  )

  await t.test(
    'a fault of the code is answered with 503, and logged with its place without its message',
    async () => {
      const lines: string[] = []
      console.error = (line) => lines.push(line)
      const { status } = await post({ path: '/send-lead-email/health', body: '{}' })
      assert.deepEqual([status, lines.length], [503, 1])
      const { event, reason } = JSON.parse(lines[0] ?? '')
      assert.equal(event, 'unavailable')
      assert.match(reason, /^unexpected TypeError at checkHealth \(\S+handler\.test\.ts:\d+:\d+\)/)
      assert.doesNotMatch(reason, /Ada/)
    },
  )

  await t.test('a sweep answers with its tally of the emails', async () => {
    const headers = { 'x-claim-key': String(await readClaimKey(database.query)) }
    const { status, body } = await post({ path: '/send-lead-email/sweep', headers })
    assert.deepEqual([status, body], [200, { sent: 1, deferred: 2, failed: 3, lost: 0 }])
  })

  await t.test('a sweep without the key of the database starts nothing', async () => {
    await send(lead())
    const before = deliveries
    for (const key of ['', 'key', crypto.randomUUID()]) {
      const headers: Record<string, string> = key ? { 'x-claim-key': key } : {}
      const { status, body } = await post({ path: '/send-lead-email/sweep', headers })
      assert.deepEqual([status, body], [401, { error: 'unauthorized' }])
    }
    assert.equal(deliveries, before)
  })
})
