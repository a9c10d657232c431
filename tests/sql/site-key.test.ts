import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await openDatabase()
after(() => database.close())
const { query, queryAs } = database
const asSite = (sql: string, values: unknown[] = []) => queryAs('service_role', sql, values)

const ada = { ...sampleLead(), name: 'Ada Lovelace', email: 'ada@example.org', phone: '+44 20 7031 3000' }
const thief = { ...sampleLead(), name: 'Eve', email: 'eve@example.org', phone: '+1 202 555 0100' }
const accept = async (lead: object, context: object = {}) => {
  const id = crypto.randomUUID()
  await asSite('select accept_lead($1, $2, $3)', [id, lead, { webhook: true, ...context }])
  return id
}
const claims = ['claim_mails', 'claim_webhooks']

/** Returns everything that the database stores about Ada. */
const kept = () =>
  query(
    `select to_jsonb(l) as lead, (select jsonb_agg(to_jsonb(s) order by s.id) from lead_submissions s where s.email = $1) as
      submissions, (select jsonb_agg(to_jsonb(m) order by m.id) from outbox m
      where m.submission_id in (select id from lead_submissions where email = $1 and name = $2)) as mails
    from leads l where email = $1`,
    [ada.email, ada.name],
  )

test('the site’s key alone claims no due email or webhook', async () => {
  await accept(ada, { ip_hash: 'a'.repeat(64) })
  const before = await kept()
  for (const name of claims) {
    for (const values of ['100', '100, claim_key => gen_random_uuid()', '100, null, null']) {
      await assert.rejects(asSite(`select * from ${name}(${values})`), { code: '28000' })
    }
    for (const ids of [[], [crypto.randomUUID()]]) {
      assert.deepEqual(await asSite(`select * from ${name}(100, $1)`, [ids]), [])
    }
  }
  assert.deepEqual(await kept(), before)
})

test('a submission’s emails and webhooks are claimed by its id', async () => {
  const id = await accept(thief)
  const claimed = []
  for (const name of claims) claimed.push(...(await asSite(`select * from ${name}(100, $1)`, [[id]])))
  assert.deepEqual(
    claimed.map(({ kind, email }) => [kind, email]),
    [
      ['owner', thief.email],
      ['visitor', thief.email],
      ['webhook', thief.email],
    ],
  )
})

test('somebody who submits a known address is not told what is on record', async () => {
  const before = await kept()
  const id = await accept({ ...thief, email: ada.email }, { ip_hash: 'b'.repeat(64) })
  const claimed = []
  for (const name of claims) claimed.push(...(await asSite(`select * from ${name}(100, $1)`, [[id]])))
  assert.doesNotMatch(JSON.stringify(claimed), /Lovelace|7031 3000/)
  assert.deepEqual(
    claimed.filter(({ kind }) => kind === 'owner'),
    [],
  )
  assert.deepEqual((await kept())[0]?.lead, before[0]?.lead)
  assert.deepEqual((await kept())[0]?.mails, before[0]?.mails)
})

test('no function that the site’s key may call shows, changes or erases a lead', async () => {
  const before = await kept()
  const [mail] = await query(
    `select id from outbox where submission_id in (
    select id from lead_submissions where email = $1 and name = $2) limit 1`,
    [ada.email, ada.name],
  )
  const [person] = await query('select id from leads where email = $1', [ada.email])
  // A thief with this key can call these functions, with arguments that they may know or guess. The test of the
  // grants proves that there are no other functions.
  const called = [
    await asSite(`select settle_message($1, n, 'rejected', 'x') from generate_series(0, 9) n`, [mail?.id]),
    await asSite(`select settle_message($1, n, 'rejected', 'x') from generate_series(0, 9) n`, [person?.id]),
    await asSite('select run_housekeeping()'),
    await asSite('select confirm_lead(gen_random_uuid()), confirm_lead($1)', [mail?.id]),
    await asSite(`select count_funnel_events('[{"event": "page_viewed", "hits": 1}]')`),
  ]
  assert.doesNotMatch(JSON.stringify(called), /Lovelace|7031 3000|ada@/)
  const after = await kept()
  assert.deepEqual(after[0]?.lead, before[0]?.lead)
  assert.deepEqual(after[0]?.mails, before[0]?.mails)
})

test('the site’s key alone hands over no text, no report and no booking, and only a sweep tells the key for them', async () => {
  const [key] = await query('select key from lead_claim_key')
  const text = (...rest: unknown[]) =>
    asSite(
      `select receive_text('+12015550123', 'START', 'start', 'SM1'${rest.length > 0 ? ', $1' : ''})`,
      rest,
    )
  const report = (...rest: unknown[]) =>
    asSite(`select record_mail_events('postmark', '[]'${rest.length > 0 ? ', $1' : ''})`, rest)
  const booking = (...rest: unknown[]) =>
    asSite(`select record_bookings('calendly', '[]'${rest.length > 0 ? ', $1' : ''})`, rest)
  for (const call of [text, report, booking])
    for (const given of [[], [null], [''], ['guessed']])
      await assert.rejects(call(...given), { code: '28000' })
  await assert.rejects(asSite(`select set_report_key(gen_random_uuid(), 'mine')`), { code: '28000' })
  await asSite(`select set_report_key($1, 'told')`, [key?.key])
  for (const call of [text, report, booking]) {
    await assert.rejects(call('mine'), { code: '28000' })
    await call('told')
  }
  // The next sweep tells another one.
  await asSite(`select set_report_key($1, 'rotated')`, [key?.key])
  await assert.rejects(text('told'), { code: '28000' })
  assert.equal((await query('select from number_events')).length, 1)
})
