import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { copyLead } from './copy-lead.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import type { Row } from './test-database.ts'

const database = await openDatabase()
after(() => database.close())
beforeEach(async () => {
  await database.query('delete from leads; delete from lead_emails; delete from lead_rates')
  await database.query('delete from lead_settings; insert into lead_settings default values')
})

const acceptMany = (count: number, context: object = {}) =>
  database.query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('name', 'Ada ' || n, 'email',
      gen_random_uuid() || '@example.org'), $2)) from generate_series(1, ${count}) n`,
    [sampleLead(), context],
  )
const claim = (count = 1000) => claimBy(database, count)
const settle = async (mail: Row | undefined, outcome: string) =>
  (
    await database.queryAs('service_role', 'select settle_lead_email($1, $2, $3) as status', [
      mail?.id,
      mail?.attempt,
      outcome,
    ])
  )[0]?.status
const tenMinutesLater = () =>
  database.query(`update lead_emails set due_at = due_at - interval '10 minutes' where kind = 'digest'`)
const contentOf = (mail: Row) => mail.digest as { leads: number; names: string[]; since: string }
const kinds = (mails: Row[], kind: string) => mails.filter((mail) => mail.kind === kind)
const digested = async () =>
  (await database.query(`select count(*)::integer as n from lead_emails where status = 'digested'`))[0]?.n

test('10,000 leads are a hundred owner mails and one digest that counts all others', async () => {
  await acceptMany(1)
  await copyLead(database, 9_999)
  const owners: Row[] = []
  for (let round = 0; round < 15; round += 1) owners.push(...kinds(await claim(), 'owner'))
  assert.equal(owners.length, 100)
  assert.equal(await digested(), 9_900)
  assert.deepEqual(kinds(await claim(), 'digest'), [])
  await tenMinutesLater()
  const [digest, ...more] = kinds(await claim(), 'digest')
  assert.deepEqual(more, [])
  assert.ok(digest)
  const { leads, names, since } = contentOf(digest)
  assert.deepEqual([leads, names.length], [9_900, 20])
  assert.ok(Date.now() - Date.parse(since) < 600_000)
  assert.equal(await settle(digest, 'sent'), 'sent')
})

test('what comes after a digest was tried goes into the next one, so that none is left out', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(3)
  await claim()
  await tenMinutesLater()
  const [first] = kinds(await claim(), 'digest')
  assert.ok(first)
  assert.equal(contentOf(first).leads, 3)
  assert.equal(await settle(first, 'failed'), 'pending')
  await acceptMany(2)
  await claim()
  await tenMinutesLater()
  const counts = kinds(await claim(), 'digest').map((mail) => contentOf(mail).leads)
  assert.deepEqual(counts.sort(), [2, 3])
})

test('owner mails that are not fresh leave half of the budget to fresh ones', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 10')
  await acceptMany(30, { suspected_bot: true })
  await database.query(`select desk.requeue_lead_emails('held')`)
  assert.equal(kinds(await claim(), 'owner').length, 5)
  await claim()
  assert.equal(await digested(), 25)
  await acceptMany(4)
  assert.equal(kinds(await claim(), 'owner').length, 4)
})

test('a mail that was within the budget is tried again although the budget is spent', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 1')
  await acceptMany(1)
  const [mail] = kinds(await claim(), 'owner')
  assert.equal(await settle(mail, 'failed'), 'pending')
  await database.query('update lead_emails set due_at = now()')
  assert.equal(kinds(await claim(), 'owner')[0]?.id, mail?.id)
})

test('concurrent claims make one digest', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(20)
  await Promise.all(Array.from({ length: 20 }, () => claim(1)))
  assert.equal((await database.query(`select from lead_emails where kind = 'digest'`)).length, 1)
  assert.equal(await digested(), 20)
})

test('a digest that the mail server refused waits for a decision like any other mail', async () => {
  await database.query('update lead_settings set owner_mails_per_hour = 0')
  await acceptMany(2)
  await claim()
  await tenMinutesLater()
  const [digest] = kinds(await claim(), 'digest')
  assert.equal(await settle(digest, 'rejected'), 'dead')
  const [listed] = await database.query('select kind, reason from lead_emails_attention')
  assert.deepEqual(listed, { kind: 'digest', reason: 'dead' })
  await database.query('select desk.requeue_lead_emails()')
  assert.deepEqual(
    kinds(await claim(), 'digest').map((mail) => contentOf(mail).leads),
    [2],
  )
})
