import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { copyLead } from './copy-lead.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)

const acceptMany = (count: number, context: object = {}) =>
  database.query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('name', 'Ada ' || n, 'email',
      gen_random_uuid() || '@example.org'), $2)) from generate_series(1, ${count}) n`,
    [sampleLead(), context],
  )
const claim = (count = 1000) => claimBy(database, count)
const settle = async (mail: Row | undefined, outcome: string) =>
  (
    await database.queryAs('service_role', 'select settle_message($1, $2, $3) as status', [
      mail?.id,
      mail?.attempt,
      outcome,
    ])
  )[0]?.status
const tenMinutesLater = () =>
  database.query(`update outbox set due_at = due_at - interval '10 minutes' where kind = 'digest'`)
const contentOf = (mail: Row) => mail.contents as { leads: number; newest: { name: string }[]; since: string }
const kinds = (mails: Row[], kind: string) => mails.filter((mail) => mail.kind === kind)
const digested = async () =>
  (await database.query(`select count(*)::integer as n from outbox where reason = 'in_digest'`))[0]?.n

test('300 leads are a hundred owner emails and one digest that counts all others', async () => {
  await acceptMany(1)
  await copyLead(database, 299)
  const owners: Row[] = []
  for (let round = 0; round < 8; round += 1) owners.push(...kinds(await claim(100), 'owner'))
  assert.equal(owners.length, 100)
  assert.equal(await digested(), 200)
  assert.deepEqual(kinds(await claim(), 'digest'), [])
  await tenMinutesLater()
  const [digest, ...more] = kinds(await claim(), 'digest')
  assert.deepEqual(more, [])
  assert.ok(digest)
  const { leads, newest, since } = contentOf(digest)
  assert.deepEqual([leads, newest.length], [200, 20])
  assert.ok(Date.now() - Date.parse(since) < 600_000)
  assert.equal(await settle(digest, 'sent'), 'sent')
})

for (const [what, ending, counts] of [
  ['was refused is told by it', 'deferred', [5]],
  ['may have arrived is told by the next one', 'unanswered', [2, 3]],
  ['may have arrived and was queued again is told by the next one', 'queued again', [2, 3]],
] as const) {
  test(`a lead after a digest that ${what}`, async () => {
    await database.query('update lead_settings set owner_mails_per_hour = 0')
    await acceptMany(3)
    await claim()
    await tenMinutesLater()
    const [first] = kinds(await claim(), 'digest')
    assert.ok(first)
    assert.equal(contentOf(first).leads, 3)
    if (ending === 'queued again') {
      await database.query('update outbox set unanswered = 2 where id = $1', [first.id])
      assert.equal(await settle(first, 'unanswered'), 'failed')
      await database.query('select desk.requeue_messages()')
    } else assert.equal(await settle(first, ending), 'pending')
    await acceptMany(2)
    await claim()
    await tenMinutesLater()
    const told = kinds(await claim(), 'digest').map((mail) => contentOf(mail).leads)
    assert.deepEqual(told.sort(), counts)
  })
}

test('leads that come while a digest is sent are in the next digest', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(3)
  await claim()
  await tenMinutesLater()
  const [first] = kinds(await claim(), 'digest')
  await acceptMany(2)
  await claim()
  await settle(first, 'sent')
  await tenMinutesLater()
  assert.deepEqual(
    kinds(await claim(), 'digest').map((mail) => contentOf(mail).leads),
    [2],
  )
})

test('owner emails that are not fresh leave half of the budget to fresh ones', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 10')
  await acceptMany(30, { suspected_bot: true })
  await database.query(`select desk.release_messages(max_persons => 10000)`)
  assert.equal(kinds(await claim(), 'owner').length, 5)
  await claim()
  assert.equal(await digested(), 25)
  await acceptMany(4)
  assert.equal(kinds(await claim(), 'owner').length, 4)
})

test('an owner email counts against the budget for an hour', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 1')
  await acceptMany(1)
  assert.equal(kinds(await claim(), 'owner').length, 1)
  for (const [age, count] of [
    ['59 minutes', 0],
    ['61 minutes', 1],
  ] as const) {
    await database.query(
      `update outbox set status = 'sent', reason = null, claimed_at = now() - $1::interval where kind = 'owner' and attempts > 0`,
      [age],
    )
    await acceptMany(1)
    assert.equal(kinds(await claim(), 'owner').length, count, age)
  }
})

test('an email that was within the budget is tried again although the budget is spent', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 1')
  await acceptMany(1)
  const [mail] = kinds(await claim(), 'owner')
  assert.equal(await settle(mail, 'deferred'), 'pending')
  await database.query('update outbox set due_at = now()')
  assert.equal(kinds(await claim(), 'owner')[0]?.id, mail?.id)
})

test('owner emails that are tried again leave half of the budget to fresh ones, and what is beyond is digested', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 10')
  await acceptMany(30)
  await database.query(`update outbox set status = 'cancelled', reason = 'dropped' where kind = 'visitor'`)
  for (let round = 0; round < 3; round += 1) {
    const mails = await claim()
    assert.equal(mails.length, 10)
    for (const mail of mails) await settle(mail, 'deferred')
  }
  await database.query(`update outbox set due_at = now() where kind = 'owner'`)
  await acceptMany(2)
  const attempts = async () => kinds(await claim(), 'owner').map(({ attempt }) => attempt)
  assert.deepEqual(await attempts(), [1, 1, 2, 2, 2])
  assert.deepEqual([await attempts(), await digested()], [[], 27])
  await acceptMany(9)
  assert.deepEqual(await attempts(), [1, 1, 1, 1, 1])
})

test('a person counts once in a digest, with a second form and a confirmation', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0, double_opt_in = true')
  const { email } = sampleLead()
  for (const name of ['Ada', 'Ada King'])
    await database.query('select accept_lead(gen_random_uuid(), $1)', [sampleLead({ email, name })])
  const asking = (await claim()).find(({ token }) => token)
  await database.query('select confirm_lead($1, $2)', [asking?.token, { consent_text: 'Mine.' }])
  await claim()
  assert.equal(await digested(), 3)
  await tenMinutesLater()
  const [digest] = kinds(await claim(), 'digest')
  assert.ok(digest)
  assert.deepEqual([contentOf(digest).leads, contentOf(digest).newest.length], [1, 1])
})

test('an erasure takes a person out of the digest that waits, and a digest about nobody else is not sent', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(2)
  await claim()
  await tenMinutesLater()
  await database.query('select close_digests()')
  const erase = () => database.query('select desk.erase_lead((select id from leads limit 1))')
  const contents = async () => (await database.query(`select contents from outbox where kind = 'digest'`))[0]
  assert.equal(contentOf((await contents()) ?? {}).leads, 2)
  await erase()
  assert.deepEqual(await contents(), { contents: null })
  await database.query('select close_digests()')
  assert.equal(contentOf((await contents()) ?? {}).leads, 1)
  await erase()
  assert.deepEqual(kinds(await claim(), 'digest'), [])
  assert.deepEqual(await database.query('select status, reason from outbox'), [
    { status: 'cancelled', reason: 'outdated' },
  ])
})

test('a digest that was sent keeps no names', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(2)
  await claim()
  await tenMinutesLater()
  const [digest] = kinds(await claim(), 'digest')
  assert.equal(await settle(digest, 'sent'), 'sent')
  assert.deepEqual(await database.query(`select contents from outbox where kind = 'digest'`), [
    { contents: null },
  ])
})

test('a digest that the mail server refused waits for a decision like any other email', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(2)
  await claim()
  await tenMinutesLater()
  const [digest] = kinds(await claim(), 'digest')
  assert.equal(await settle(digest, 'rejected'), 'failed')
  const [listed] = await database.query('select kind, problem from outbox_attention')
  assert.deepEqual(listed, { kind: 'digest', problem: 'failed' })
  await database.query('select desk.requeue_messages()')
  assert.deepEqual(
    kinds(await claim(), 'digest').map((mail) => contentOf(mail).leads),
    [2],
  )
})

for (const left of [1, 0])
  test(`a digest whose worker is lost while an entry is erased goes out without it (${left} left)`, async () => {
    await acceptMany(1 + left)
    await database.query(`select withdraw_consent(id, 'link') from leads`)
    await database.query('select tell_withdrawals()')
    await tenMinutesLater()
    assert.equal(kinds(await claim(), 'digest').length, 1)
    await database.query('select desk.erase_lead(id) from leads limit 1')
    await database.query(`update outbox set due_at = now() - interval '1 second' where kind = 'digest'`)
    const [digest] = kinds(await claim(), 'digest')
    assert.equal(digest ? (digest.contents as { withdrawals: number }).withdrawals : 0, left)
    if (digest) assert.equal(await settle(digest, 'sent'), 'sent')
    assert.deepEqual(await database.query(`select status from outbox where kind = 'digest'`), [
      { status: left ? 'sent' : 'cancelled' },
    ])
  })
