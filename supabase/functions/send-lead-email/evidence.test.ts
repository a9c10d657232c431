import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../tests/kit/random.ts'
import { randomContext, randomHeaders } from '../../../tests/kit/random-evidence.ts'
import { makeSubmission } from '../../../tests/kit/submission.ts'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { fiveFields as lead, openHandler } from '../../../tests/sql/open-handler.ts'

console.info = () => undefined
const seed = Date.now() % 1_000_000

test('the evidence', async (t) => {
  await using database = await openDatabase()
  const { post, send, submission } = openHandler(database)

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
    assert.equal(String(stored?.referrer).length, 300)
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
    const fields = Object.entries({ ...columns, ...others })
    for (const [index, value] of values.entries()) {
      // Each value is sent in one field alone, and in all of them.
      const alone = fields.slice(index % fields.length).slice(0, 1)
      for (const wrong of [alone, fields]) {
        const sent = lead()
        const context = { ...good, ...Object.fromEntries(wrong.map(([field]) => [field, value])) }
        const { status } = await send({ ...sent, context })
        const stored = await submission(sent.email)
        assert.equal(status, 201, JSON.stringify(context))
        for (const [, column] of wrong) assert.equal(stored?.[column], null, JSON.stringify(context))
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

  // To send 10,000, run `npm run test:all -- fuzz --only E26 --full`.
  await t.test(
    `a lead is stored whatever is said of it and by its headers (25 of them, seed ${seed})`,
    async () => {
      await database.query('update lead_settings set day_refuse_after = 1000')
      const random = createRandom(seed)
      for (let count = 1; count <= 25; count += 1) {
        const { key, ...lead } = makeSubmission(random)
        const context = randomContext(random)
        const body = `${JSON.stringify({ ...lead, consent: true }).slice(0, -1)},"context":${context}}`
        const headers = { 'idempotency-key': key, ...randomHeaders(random) }
        assert.equal((await post({ body, headers })).status, 201, context)
        const [stored] = await database.query('select from lead_submissions where id = $1', [key])
        assert.ok(stored)
      }
    },
  )
})
