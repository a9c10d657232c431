import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim as claimBy } from './claim.ts'
import { other, own, shown, stranger } from './open-confirmations.ts'
import { openTestDesk } from './open-test-desk.ts'
import type { Row } from './test-database.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, query, desk, accept } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

const setColleagues = (...addresses: string[]) =>
  desk('change_settings', { changes: { also_notify: addresses.join('\n') } })
const claim = (count = 1000) => claimBy(database, count)
const settle = (mail: Row | undefined, outcome: string) =>
  database.queryAs('service_role', 'select settle_message($1, $2, $3)', [mail?.id, mail?.attempt, outcome])
const copies = () =>
  query(`select recipient, status, reason from outbox where kind = 'colleague' order by recipient`)
const notices = async () =>
  (await query(`select contents as notice from outbox where kind = 'notice' order by sequence`)).map(
    ({ notice }) => notice,
  )
const recipients = (mails: Row[]) => mails.flatMap(({ recipient }) => recipient ?? [])

test('each colleague gets a copy of the email about a lead, with what the owner gets', async () => {
  await setColleagues('ada@example.org', 'bob@example.org')
  await accept({ email: 'lea@example.org' }, own)
  // A stranger gives another number, so the email also has the stored one.
  const id = await accept({ ...other, email: 'lea@example.org' }, stranger)
  const mails = (await claim()).filter(({ submission_id }) => submission_id === id)
  const [owner] = mails.filter(({ kind }) => kind === 'owner')
  const sent = mails.filter(({ kind }) => kind === 'colleague')
  assert.ok(owner?.record)
  assert.deepEqual(recipients(sent).sort(), ['ada@example.org', 'bob@example.org'])
  for (const copy of sent) {
    const same: Row = { id: owner?.id, kind: 'owner', recipient: null, sequence: owner?.sequence }
    assert.deepEqual({ ...copy, ...same }, owner)
  }
})

test('a refused copy fails by itself, and the other emails of the lead do not', async () => {
  await setColleagues('ada@example.org', 'gone@example.org')
  const id = await accept()
  for (const mail of (await claim()).filter(({ submission_id }) => submission_id === id))
    await settle(mail, mail.recipient === 'gone@example.org' ? 'rejected' : 'sent')
  assert.deepEqual(
    await query(`select kind, status, recipient from outbox where submission_id is not null order by 1, 3`),
    [
      { kind: 'colleague', status: 'sent', recipient: 'ada@example.org' },
      { kind: 'colleague', status: 'failed', recipient: 'gone@example.org' },
      { kind: 'owner', status: 'sent', recipient: null },
      { kind: 'visitor', status: 'sent', recipient: null },
    ],
  )
  assert.equal((await desk<{ failed: number }>('attention')).failed, 1)
})

test('a lead of a preview and a general email have no copies', async () => {
  await setColleagues('ada@example.org')
  await accept({}, { preview: true })
  await query('select run_housekeeping()')
  assert.deepEqual(await copies(), [])
})

test('the copies of a held lead are held with it, and released or dropped with it', async () => {
  await setColleagues('ada@example.org')
  await accept({ email: 'eve@example.org' }, { suspected_bot: true })
  assert.deepEqual(await copies(), [
    { recipient: 'ada@example.org', status: 'held', reason: 'suspected_bot' },
  ])
  await desk('release_messages')
  assert.deepEqual(await copies(), [{ recipient: 'ada@example.org', status: 'pending', reason: null }])
  assert.deepEqual(recipients(await claim()), ['ada@example.org'])
})

test('a confirmation of a number is told to colleagues, too', async () => {
  await query('update lead_settings set double_opt_in = true')
  await setColleagues('ada@example.org')
  await accept()
  await claim()
  await query('select confirm_lead((select token from outbox where token is not null), $1)', [shown])
  const [copy] = (await claim()).filter(({ kind }) => kind === 'colleague')
  assert.ok(copy?.confirms)
})

test('the leads of a digest are told to the owner alone', async () => {
  await query('update lead_settings set owner_mails_per_hour = 0')
  await setColleagues('ada@example.org')
  await accept()
  assert.deepEqual(recipients(await claim()), [])
  assert.deepEqual(await copies(), [
    { recipient: 'ada@example.org', status: 'cancelled', reason: 'in_digest' },
  ])
  await query(`update outbox set due_at = now() where kind = 'digest'`)
  const [digest] = (await claim()).filter(({ kind }) => kind === 'digest')
  assert.equal((digest?.contents as { leads: number } | undefined)?.leads, 1)
})

test('emails to visitors and the owner do not wait for copies, nor count them', async () => {
  await query('update lead_settings set owner_mails_per_hour = 1, visitor_mails_per_minute = 1')
  await setColleagues('ada@example.org', 'bob@example.org', 'cy@example.org')
  await query(`delete from outbox`)
  await accept()
  assert.deepEqual(
    (await claim(3)).map(({ kind }) => kind),
    ['owner', 'visitor', 'colleague'],
  )

  await query(`
    delete from leads;
    update lead_settings set visitor_mails_per_minute = 4, owner_mails_per_hour = 100`)
  await accept()
  await query(`update outbox set priority = 'visitor_last' where kind = 'visitor'`)
  assert.deepEqual(
    (await claim()).map(({ kind }) => kind),
    ['owner', 'colleague', 'colleague', 'colleague', 'visitor'],
  )
})

test('an address that was taken off the list gets nothing more, and is not sent anything again', async () => {
  await setColleagues('ada@example.org', 'bob@example.org')
  await accept()
  await setColleagues('bob@example.org')
  assert.deepEqual(recipients(await claim()), ['bob@example.org'])
  assert.deepEqual((await copies())[0], {
    recipient: 'ada@example.org',
    status: 'cancelled',
    reason: 'unlisted',
  })
})

test('an erased lead takes its copies along', async () => {
  await setColleagues('ada@example.org')
  const id = await accept()
  const [row] = await query('select lead_id from lead_submissions where id = $1', [id])
  assert.equal((await desk('erase_lead', { id: row?.lead_id })).mails, 3)
  assert.deepEqual(await copies(), [])
})

test('every change of the list is an email to the owner, stored with it, and two changes are two emails', async () => {
  await setColleagues('ada@example.org')
  await setColleagues('bob@example.org', 'cy@example.org')
  await setColleagues('cy@example.org', 'bob@example.org')
  await desk('change_settings', { changes: { owner_mails_per_hour: '7' } })
  await query(`update lead_settings set also_notify = '{}'`)
  const [login] = await query('select session_user as by')
  assert.deepEqual(await notices(), [
    { added: ['ada@example.org'], removed: [], ...login },
    { added: ['bob@example.org', 'cy@example.org'], removed: ['ada@example.org'], ...login },
    { added: [], removed: ['bob@example.org', 'cy@example.org'], ...login },
  ])
  const told = (await claim()).filter(({ kind }) => kind === 'notice')
  assert.equal(told.length, 3)
  for (const mail of told) await settle(mail, 'deferred')
  assert.equal((await query(`select from outbox where kind = 'notice' and status = 'pending'`)).length, 3)
})

test('every setting that deletes evidence, or stops the seals, is an email to the owner', async () => {
  const changes: Record<string, string> = {
    keep_submissions: '1 year',
    keep_held: '1 day',
    keep_traces: '1 mon',
    seals_every: '',
  }
  for (const [name, value] of Object.entries(changes))
    await desk('change_settings', { changes: { [name]: value, double_opt_in: 'true' } })
  await desk('change_settings', { changes })
  const [login] = await query('select session_user as by')
  assert.deepEqual(await notices(), [
    { settings: { keep_submissions: ['7 years', '1 year'] }, ...login },
    { settings: { keep_held: ['30 days', '1 day'] }, ...login },
    { settings: { keep_traces: ['90 days', '1 mon'] }, ...login },
    { settings: { seals_every: ['7 days', null] }, ...login },
  ])
  const [mail] = (await claim()).filter(({ kind }) => kind === 'notice').slice(-1)
  assert.equal(mail?.kind, 'notice')
})

test('if the email to the owner cannot be stored, the list does not change', async () => {
  await database.rollBackAfter(async (query) => {
    await query(`alter table outbox add check (kind <> 'notice')`)
    await query('savepoint before')
    await assert.rejects(query(`select desk.change_settings('{"also_notify": "ada@example.org"}')`), {
      code: '23514',
    })
    await query('rollback to before')
    assert.deepEqual(await query('select also_notify from lead_settings'), [{ also_notify: [] }])
  })
})

test('a notice that expired waits for the operator like every email to the owner', async () => {
  await setColleagues('ada@example.org')
  await query(`update outbox set status = 'failed', reason = 'expired' where kind = 'notice'`)
  assert.equal((await desk<{ own: number }>('attention')).own, 1)
})

test('only the operator’s functions can change the list', async () => {
  for (const role of ['anon', 'authenticated', 'service_role', 'lead_desk'])
    await assert.rejects(
      database.queryAs(role, `update private.lead_settings set also_notify = '{eve@example.org}'`),
      { code: '42501' },
    )
  for (const role of ['anon', 'authenticated', 'service_role'])
    await assert.rejects(
      database.queryAs(role, `select desk.change_settings('{"also_notify": "eve@example.org"}')`),
      { code: '42501' },
    )
})
