import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database, 'update lead_settings set double_opt_in = true')
const { query, queryAs } = database

const own = { ip_hash: 'a'.repeat(64) }
const stranger = { ip_hash: 'b'.repeat(64) }
const shown = {
  consent_text: 'It is mine.',
  consent_version: 'confirmation 1',
  user_agent: 'Browser',
  ...own,
}

async function accept(lead: object, context: object = {}) {
  const key = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [key, lead, context])
  return key
}
async function confirm(token: unknown, context: object = shown) {
  const [row] = await queryAs('service_role', 'select confirm_lead($1, $2) as is_known', [token, context])
  return row?.is_known
}
/** Claims what is due as the sweep does, and returns the token of the submission's visitor mail. */
async function tokenOf(key: string) {
  const mails = await claim(database, 100)
  return mails.find(({ kind, submission_id: id }) => kind === 'visitor' && id === key)?.token
}
const person = async () => (await query('select name, phone from leads'))[0]
const confirmations = () =>
  query('select * from lead_submissions where confirms is not null order by created_at')
/** As if the mailbox had had no mail today. */
const forgetDaily = () => query(`update lead_emails set queued_at = queued_at - interval '1 day'`)

test('a confirmation is a submission with the data of the first one and evidence of its own', async () => {
  const lead = sampleLead()
  const key = await accept(lead, stranger)
  assert.equal(await confirm(await tokenOf(key)), true)
  const [row] = await confirmations()
  assert.deepEqual(
    [
      row?.confirms,
      row?.name,
      row?.phone,
      row?.consent_text,
      row?.consent_version,
      row?.ip_hash,
      row?.applied,
    ],
    [key, lead.name, lead.phone, shown.consent_text, shown.consent_version, own.ip_hash, true],
  )
  const owed = await query('select kind, status from lead_emails where submission_id = $1', [row?.id])
  assert.deepEqual(owed, [{ kind: 'owner', status: 'pending' }])
  const [mail] = await claim(database, 100)
  assert.deepEqual([mail?.kind, mail?.confirms, mail?.record], ['owner', key, null])
})

test('confirming once more changes nothing', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  for (const time of ['first', 'second']) assert.equal(await confirm(token), true, time)
  assert.equal((await confirmations()).length, 1)
})

test('a change from elsewhere becomes the person’s once it is confirmed, and its source is known from then on', async () => {
  const lead = sampleLead()
  await accept(lead, own)
  await forgetDaily()
  const change = await accept({ ...lead, phone: '07400 123456' }, stranger)
  const token = await tokenOf(change)
  assert.equal((await person())?.phone, lead.phone)
  await confirm(token, { ...shown, ...stranger })
  assert.equal((await person())?.phone, '07400 123456')
  await accept({ ...lead, phone: '07400 999999' }, stranger)
  assert.equal((await person())?.phone, '07400 999999')
})

test('a confirmation does not undo what was submitted after it and is on record', async () => {
  const lead = sampleLead()
  const token = await tokenOf(await accept(lead, own))
  await accept({ ...lead, phone: '07400 123456' }, own)
  await confirm(token)
  assert.equal((await person())?.phone, '07400 123456')
  assert.equal((await confirmations())[0]?.applied, false)
  const mails = await claim(database, 100)
  assert.deepEqual(
    mails.filter(({ confirms }) => confirms).map(({ kind, record }) => [kind, record]),
    [['owner', null]],
  )
})

test('a token that nobody was sent, or that is older than 30 days, confirms nothing', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  for (const unknown of [crypto.randomUUID(), null]) assert.equal(await confirm(unknown), false)
  await query(`update lead_emails set claimed_at = now() - interval '31 days'`)
  assert.equal(await confirm(token), false)
  assert.deepEqual(await confirmations(), [])
})

test('a mail that is tried again has the token of the first attempt', async () => {
  const key = await accept(sampleLead(), own)
  const token = await tokenOf(key)
  assert.match(String(token), /^[0-9a-f-]{36}$/)
  await query(`update lead_emails set status = 'pending', due_at = now()`)
  assert.equal(await tokenOf(key), token)
})

test('without the setting, and on a preview, no mail has a token', async () => {
  assert.equal(await tokenOf(await accept(sampleLead(), { preview: true })), null)
  await query('update lead_settings set double_opt_in = default')
  assert.equal(await tokenOf(await accept(sampleLead(), own)), null)
})

test('the key of the site alone gets no token, so whoever took it confirms for nobody', async () => {
  const key = await accept(sampleLead(), own)
  const claimed = await queryAs('service_role', 'select * from claim_lead_emails(100, $1)', [[key]])
  assert.deepEqual(
    claimed.map(({ kind, token }) => [kind, token]),
    [['owner', null]],
  )
  assert.ok(await tokenOf(key))
})

test('a confirmation is sealed, a change of it is found, and an erasure takes it along', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  await confirm(token)
  await query('select begin_lead_sweep()')
  const verify = async () => (await query('select verify_lead_evidence() as answer'))[0]?.answer as Found
  type Found = { submissions: number; erased: number; faults: { kind: string }[] }
  assert.deepEqual([(await verify()).submissions, (await verify()).faults], [2, []])
  await query(`alter table lead_submissions disable trigger lead_submissions_written_once;
    update lead_submissions set confirms = gen_random_uuid() where confirms is not null;
    alter table lead_submissions enable trigger lead_submissions_written_once`)
  assert.deepEqual(
    (await verify()).faults.map(({ kind }) => kind),
    ['submission_changed'],
  )
  await query('select desk.forget_lead(id) from leads; select begin_lead_sweep()')
  assert.deepEqual([(await verify()).erased, (await verify()).faults], [2, []])
})

test('the desk counts a confirmation as none of the submissions, and says when it was given', async () => {
  const token = await tokenOf(await accept(sampleLead(), own))
  const listed = async () => {
    const statement = `select lead ->> 'submissions' as submissions, lead ->> 'confirmed_at' as confirmed_at
      from jsonb_array_elements(desk.list_leads() -> 'leads') lead`
    return (await queryAs('lead_desk', statement))[0]
  }
  assert.equal((await listed())?.confirmed_at, null)
  await confirm(token)
  assert.equal((await listed())?.submissions, '1')
  assert.match(String((await listed())?.confirmed_at), /^\d{4}-/)
  const [{ email } = {}] = await query('select email from leads')
  await accept({ ...sampleLead(), email, phone: '07400 123456' }, own)
  assert.equal((await listed())?.confirmed_at, null)
})
