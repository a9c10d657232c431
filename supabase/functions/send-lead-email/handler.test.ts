import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readClaimKey } from '../../tests/claim.ts'
import { openClient } from '../../tests/open-client.ts'
import { openDatabase } from '../../tests/open-database.ts'
import { openLeadDatabase } from './database.ts'
import { createHandler } from './handler.ts'

console.info = () => undefined

const lead = () => ({
  name: 'Ada Lovelace',
  email: `${crypto.randomUUID()}@example.org`,
  phone: '020 7031 3000',
  countryCode: 'UK',
  consent: true,
})

test('the handler', async (t) => {
  await using database = await openDatabase()
  let deliveries = 0
  const checkHealth = () => Promise.reject(new TypeError('not asked for here'))
  const handle = createHandler({
    deliver: () => {
      deliveries += 1
      return { tally: { sent: 1, failed: 2, dead: 3, lost: 0 }, done: Promise.resolve() }
    },
    faults: [],
    checkHealth,
    background: () => undefined,
  })

  type Call = { body?: BodyInit; headers?: Record<string, string>; method?: string; path?: string }

  async function post(
    { body, headers = {}, method = 'POST', path = '/send-lead-email' }: Call,
    db = database,
  ) {
    const request = new Request(`http://functions.test${path}`, {
      method,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const response = await handle(request, openLeadDatabase(openClient(db)))
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  const send = (value: unknown, headers: Record<string, string> = {}) =>
    post({ body: JSON.stringify(value), headers })

  const submission = async (email: string) =>
    (await database.query('select * from lead_submissions where email = $1', [email]))[0]

  await t.test('a call with the five fields and nothing else is accepted', async () => {
    const sent = lead()
    const { status, body } = await send(sent)
    assert.deepEqual([status, body], [201, { status: 'created' }])
    const stored = await submission(sent.email)
    assert.deepEqual(
      [stored?.phone, stored?.phone_e164, stored?.consent],
      [sent.phone, '+442070313000', true],
    )
  })

  await t.test('the evidence is stored with the lead, under the idempotency key as its id', async () => {
    const sent = lead()
    const key = crypto.randomUUID()
    const context = {
      consentText: 'I agree',
      consentVersion: '2026-11',
      page: 'https://example.org/?utm_source=x',
      referrer: 'r\u0000eferrer\ud800'.repeat(400),
      userAgent: 'Browser',
      ipHash: 'a'.repeat(64),
      campaign: { utm_source: 'x' },
      suspectedBot: true,
    }
    const { status } = await send({ ...sent, context }, { 'Idempotency-Key': key.toUpperCase() })
    assert.equal(status, 201)
    const stored = await submission(sent.email)
    assert.equal(stored?.id, key)
    assert.deepEqual(
      [stored?.consent_text, stored?.consent_version, stored?.page, stored?.user_agent],
      [context.consentText, context.consentVersion, context.page, context.userAgent],
    )
    assert.deepEqual([stored?.ip_hash, stored?.campaign], [context.ipHash, context.campaign])
    assert.equal(stored?.suspected_bot, true)
    assert.equal(String(stored?.referrer).length, 2000)
  })

  await t.test('evidence of any other form is left out, and the lead is stored', async () => {
    const good = { page: 'https://example.org/', ipHash: 'b'.repeat(64), campaign: { utm_source: 'x' } }
    const columns = {
      consentText: 'consent_text',
      consentVersion: 'consent_version',
      userAgent: 'user_agent',
    }
    const others = { page: 'page', referrer: 'referrer', ipHash: 'ip_hash' }
    const values: unknown[] = [null, 1, true, [], ['x'], {}, { toString: 'x' }]
    for (const value of values) {
      for (const [field, column] of Object.entries({ ...columns, ...others })) {
        const sent = lead()
        const { status } = await send({ ...sent, context: { ...good, [field]: value } })
        const stored = await submission(sent.email)
        assert.deepEqual([status, stored?.[column]], [201, null], `${field}: ${JSON.stringify(value)}`)
        assert.deepEqual(stored?.campaign, good.campaign)
      }
    }
    for (const [context, campaign] of [
      [null, {}],
      ['x', {}],
      [{ ipHash: 'x'.repeat(64), suspectedBot: 'yes' }, {}],
      [{ campaign: 'x' }, {}],
      [{ campaign: { evil: 'x', utm_term: 1, utm_source: 'y', __proto__: 'x' } }, { utm_source: 'y' }],
    ] as const) {
      const sent = lead()
      assert.equal((await send({ ...sent, context })).status, 201, JSON.stringify(context))
      assert.deepEqual((await submission(sent.email))?.campaign, campaign)
    }
  })

  await t.test('malformed evidence of a preview refuses no lead and marks none', async () => {
    for (const preview of ['yes', 1, {}, null]) {
      const sent = lead()
      assert.equal((await send({ ...sent, context: { preview } })).status, 201)
      assert.equal((await submission(sent.email))?.preview, false)
    }
  })

  await t.test(
    'the variant of the page goes to the database with the lead, and a malformed one is left out',
    async () => {
      const handed: unknown[] = []
      const listening: typeof database = {
        ...database,
        queryAs: (role, sql, values) => {
          const [, , { page, variant }] = values as [string, object, { page?: string; variant?: string }]
          handed.push([page, variant])
          return database.queryAs(role, sql, values)
        },
      }
      const variants = [
        'short-2',
        'x'.repeat(32),
        'x'.repeat(33),
        '',
        'Short',
        'a b',
        '<b>',
        1,
        null,
        ['short'],
        {},
      ]
      for (const variant of variants) {
        const body = JSON.stringify({ ...lead(), context: { page: 'x', variant } })
        assert.equal((await post({ body }, listening)).status, 201, body)
      }
      const expected = variants.map((variant, index) => ['x', index < 2 ? variant : undefined])
      assert.deepEqual(handed, expected)
    },
  )

  await t.test(
    'a repeated call is answered as a replay and sends no mail; other content under its key is a conflict',
    async () => {
      const sent = lead()
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const before = deliveries
      assert.equal((await send(sent, headers)).status, 201)
      const replay = await send(sent, headers)
      assert.deepEqual([replay.status, replay.body], [200, { status: 'replayed' }])
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
      JSON.stringify({ ...lead(), name: 'a\u0000b' }),
      JSON.stringify({ ...lead(), name: '\ud800' }),
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
      '\u2028',
    ]) {
      const sent = { ...lead(), name: `a${name}a` }
      assert.equal((await send(sent)).status, 201, name)
      assert.equal((await submission(sent.email))?.name, `a${name}a`.normalize('NFC'))
    }
  })

  await t.test('a source with too many submissions is answered with 429 and a time to wait', async () => {
    await database.query('update lead_settings set ip_refuse_after = 1')
    const sent = { ...lead(), context: { ipHash: 'f'.repeat(64) } }
    assert.equal((await send(sent)).status, 201)
    const { status, body, headers } = await send(sent)
    assert.deepEqual([status, body], [429, { error: 'rate_limited' }])
    assert.ok(Number(headers.get('retry-after')) > 0)
    await database.query('update lead_settings set ip_refuse_after = default')
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
      assert.doesNotMatch(reason, /not asked for/)
    },
  )

  await t.test('a sweep answers with its tally of the mails', async () => {
    const headers = { 'x-claim-key': String(await readClaimKey(database.query)) }
    const { status, body } = await post({ path: '/send-lead-email/sweep', headers })
    assert.deepEqual([status, body], [200, { sent: 1, failed: 2, dead: 3, lost: 0 }])
    await database.query('delete from leads')
    const idle = await post({ path: '/send-lead-email/sweep', headers })
    assert.deepEqual([idle.status, idle.body], [200, { sent: 0, failed: 0, dead: 0, lost: 0 }])
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
