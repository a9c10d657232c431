import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)
const { query, queryAs } = database

async function accept() {
  const id = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2)', [id, sampleLead()])
  return id
}
/** Has one more lead sealed, whose own mails are done. */
async function seal() {
  await accept()
  await query(`select begin_lead_sweep(); update lead_emails set status = 'sent'`)
}
const latest = async () => {
  const [row] = await query(
    `select number || ':' || encode(hash, 'hex') as seal from lead_seals order by number desc`,
  )
  return row?.seal
}
/** What the mails of a new lead tell the owner, as the sweep claims them. */
const tell = async () => {
  await accept()
  const mails = await claim(database, 100)
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['owner', 'visitor'],
  )
  assert.equal(mails[1]?.seal, null)
  return mails[0]?.seal
}
const passADay = () => query(`update lead_seals set mailed_at = mailed_at - interval '25 hours'`)

test('one mail to the owner a day tells the latest seal', async () => {
  await seal()
  await seal()
  assert.equal(await tell(), await latest())
  await seal()
  assert.equal(await tell(), null)
  await passADay()
  await accept()
  const owners = [...(await claim(database, 100)), ...(await claim(database, 100))].filter(({ seal }) => seal)
  assert.deepEqual(
    owners.map(({ kind, seal }) => [kind, seal]),
    [['owner', await latest()]],
  )
})

test('a seal that was told is not told again the next day when there is no newer one', async () => {
  await seal()
  await tell()
  await passADay()
  assert.equal(await tell(), null)
})

test('a mail that is tried again tells the same seal', async () => {
  await seal()
  const told = await tell()
  await seal()
  await query(`update lead_emails set status = 'pending', due_at = now() where attempts = 1`)
  const again = (await claim(database, 100)).map(({ kind, seal }) => [kind, seal])
  assert.deepEqual(again, [
    ['owner', told],
    ['visitor', null],
  ])
})

test('of the mails that are sent at once, one waits for the sweep to tell the seal, while it can', async () => {
  await seal()
  const claimOwners = async (ids: string[]) =>
    (await queryAs('service_role', 'select * from claim_lead_emails(100, $1)', [ids])).flatMap(
      ({ kind, submission_id: id }) => (kind === 'owner' ? [id] : []),
    )
  const ids = [await accept(), await accept(), await accept()]
  assert.equal((await claimOwners(ids)).length, 2)
  assert.deepEqual(await claimOwners(ids), [])
  const later = await accept()
  assert.deepEqual(await claimOwners([later]), [later])
  await query(`update lead_emails set status = 'held' where status = 'pending'`)
  const [next, last] = [await accept(), await accept()]
  assert.deepEqual([await claimOwners([next]), await claimOwners([last])], [[], [last]])
})

test('who has the key of the site alone neither gets the seal nor keeps it from the owner', async () => {
  await seal()
  const id = await accept()
  const stolen = await queryAs('service_role', 'select * from claim_lead_emails(100, $1)', [[id]])
  assert.deepEqual(
    stolen.map(({ kind, seal }) => [kind, seal]),
    [['visitor', null]],
  )
  const [mail] = await claim(database, 100)
  assert.deepEqual([mail?.kind, mail?.submission_id, mail?.seal], ['owner', id, await latest()])
})
