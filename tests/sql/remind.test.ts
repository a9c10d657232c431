import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(
  database,
  `update lead_settings set remind_after = '2 days', visitor_mails_per_minute = 100000;`,
)
const { query, queryAs } = database

const ada = 'ada@example.org'
const otherNumber = { phone: '+12015550199', phone_e164: '+12015550199' }

let submission = ''

async function accept(context: object = {}, lead: object = {}) {
  submission = crypto.randomUUID()
  await queryAs('service_role', 'select accept_lead($1, $2, $3)', [
    submission,
    sampleLead({ email: ada, ...lead }),
    { ip_hash: 'a'.repeat(64), ...context },
  ])
}
/** Claims and settles all emails that are due. Returns those that are reminders. */
async function deliver(outcome = 'sent') {
  const mails = await claim(database, 100)
  for (const { id, attempt } of mails)
    await queryAs('service_role', 'select settle_message($1, $2, $3)', [id, attempt, outcome])
  return mails.filter(({ event }) => event === 'reminder')
}
const pass = (time: string) =>
  query(`
    update leads set remind_at = remind_at - interval '${time}', reminded_at = reminded_at - interval '${time}';
    update outbox set queued_at = queued_at - interval '${time}', sent_at = sent_at - interval '${time}',
      claimed_at = claimed_at - interval '${time}';
    delete from lead_rates`)
const sweep = () => query('select run_housekeeping()')
const queued = async () => (await query(`select from outbox where event = 'reminder'`)).length
const ofAda = (call: string) => query(`select ${call} from leads where email = $1`, [ada])
const beginOnPage = () => queryAs('service_role', 'select begin_video($1)', [submission])
const held = { suspected_bot: true }

test('one reminder goes out after the set time, with the watch link and the links to end it, however often one sweeps', async () => {
  await accept()
  await deliver()
  await pass('47 hours')
  await sweep()
  assert.deepEqual(await deliver(), [])
  await pass('2 hours')
  for (const _ of [1, 2]) await sweep()
  const [reminder, ...more] = await deliver()
  assert.deepEqual([more, reminder?.kind, reminder?.email], [[], 'visitor', ada])
  const [tokens] = await ofAda(
    `lead_token(secret, 'watch') as watch_token, mail_token(mailbox_key(email)) as unsubscribe_token, lead_token(secret, 'stop') as stop_token`,
  )
  for (const [name, token] of Object.entries(tokens ?? {})) assert.equal(reminder?.[name], token)
  await pass('3 days')
  // This person has pressed a link in an email, so they may get more than three emails.
  await query('update leads set pressed_at = now()')
  await accept()
  await deliver()
  await pass('3 days')
  await sweep()
  assert.deepEqual([await deliver(), await queued()], [[], 1])
})

test('two spellings of one mailbox get one reminder', async () => {
  await accept()
  await accept({}, { email: 'ada+x@example.org' })
  await query(`update outbox set status = 'sent', reason = null, claimed_at = now(), sent_at = now()`)
  await query(`update leads set remind_at = now()`)
  await sweep()
  assert.equal(await queued(), 1)
  await query(`update leads set remind_at = now(), reminded_at = null`)
  await sweep()
  assert.equal(await queued(), 1)
})

test('a worker that dies and a retry make no second reminder', async () => {
  await accept()
  await deliver()
  await pass('3 days')
  await sweep()
  const died = (await claim(database, 100)).filter(({ event }) => event === 'reminder')
  assert.equal(died.length, 1)
  await query(`update outbox set due_at = now() where status = 'sending'`)
  await sweep()
  const again = await deliver()
  assert.deepEqual(
    again.map(({ id }) => id),
    died.map(({ id }) => id),
  )
  assert.equal(await queued(), 1)
})

/**
 * Everything that prevents a reminder. `context` is sent along with the form. `later` happens between the
 * first email and the reminder.
 */
const cases: Record<string, { context?: object; later?: () => Promise<unknown> }> = {
  'asks not to be tracked': { context: { refuses_tracking: true } },
  'asked not to be tracked once': { later: () => accept({ refuses_tracking: true }) },
  'looks like a bot': { context: held },
  'is held and released': { context: held, later: () => query(`select desk.release_messages()`) },
  'is held in the meantime': { later: () => accept(held, otherNumber) },
  'came by a preview': { context: { preview: true } },
  'began the video on the page': { later: () => beginOnPage() },
  'opened the video by the watch link': { later: () => ofAda(`may_watch(lead_token(secret, 'watch'))`) },
  'withdrew by the link': { later: () => ofAda(`stop_lead(lead_token(secret, 'stop'))`) },
  'withdrew and ticked the box again': {
    later: () => ofAda(`stop_lead(lead_token(secret, 'stop'))`).then(() => accept()),
  },
  'sent STOP': { later: () => query(`select receive_text('+12015550123', 'STOP', 'stop')`) },
  'wants no more mails': { later: () => ofAda(`unsubscribe(mail_token(mailbox_key(email)), 'link')`) },
  complained: {
    later: () =>
      query('select record_mail_events($1, $2)', [
        'postmark',
        [{ id: '1', kind: 'complained', mailbox: ada, at: new Date().toISOString() }],
      ]),
  },
  'has a dead address': {
    later: () =>
      query('select record_mail_events($1, $2)', [
        'postmark',
        [{ id: '1', kind: 'bounced hard', mailbox: ada, at: new Date().toISOString() }],
      ]),
  },
  'was erased': { later: () => ofAda('desk.erase_lead(id)') },
  'came before the operator switched reminders off': {
    later: () => query('update lead_settings set remind_after = null'),
  },
}
for (const [who, { context = {}, later = () => Promise.resolve() }] of Object.entries(cases)) {
  test(`nobody who ${who} is reminded, before the reminder is queued or after`, async () => {
    await accept(context)
    await deliver()
    await later()
    await deliver()
    await pass('3 days')
    await sweep()
    assert.deepEqual([await deliver(), await queued()], [[], 0])
    if (Object.keys(context).length > 0) return
    await query(`
      delete from leads; delete from mailbox_events; delete from number_events; delete from told_leads; delete from untold_changes; delete from mail_reports;
      update lead_settings set remind_after = '2 days'`)
    await accept()
    await deliver()
    await pass('3 days')
    await sweep()
    assert.equal(await queued(), 1)
    await later()
    assert.deepEqual(await deliver(), [])
  })
}

const begun = () =>
  query('select pressed_at is not null as pressed, begun_at is not null as begun from leads')

test('beginning on the page presses no emailed link, and pressing one afterwards still counts', async () => {
  await accept()
  await beginOnPage()
  assert.deepEqual(await begun(), [{ pressed: false, begun: true }])
  const [first] = await query('select begun_at::text from leads')
  await ofAda(`may_watch(lead_token(secret, 'watch'))`)
  await beginOnPage()
  assert.deepEqual(await begun(), [{ pressed: true, begun: true }])
  assert.deepEqual(await query('select begun_at::text from leads'), [first])
})

test('who began on the page is not kept without reminders, against the browser’s wish or for a wrong token', async () => {
  const nobody = [{ pressed: false, begun: false }]
  await accept({ refuses_tracking: true })
  await beginOnPage()
  assert.deepEqual(await begun(), nobody)
  await query('delete from leads; update lead_settings set remind_after = null')
  await accept()
  await beginOnPage()
  assert.deepEqual(await begun(), nobody)
  await query(`update lead_settings set remind_after = '2 days'`)
  const [row] = await query(`select id, lead_token(secret, 'watch') as watch from leads`)
  for (const wrong of [row?.id, row?.watch, crypto.randomUUID()])
    await queryAs('service_role', 'select begin_video($1)', [wrong])
  assert.deepEqual(await begun(), nobody)
  await beginOnPage()
  assert.deepEqual(await begun(), [{ pressed: false, begun: true }])
})

test('a new and a repeated submission are told whether reminders are on', async () => {
  const lead = sampleLead({ email: ada })
  const accepted = (id: string) =>
    queryAs('service_role', 'select status, reminds from accept_lead($1, $2)', [id, lead])
  const id = crypto.randomUUID()
  assert.deepEqual(await accepted(id), [{ status: 'created', reminds: true }])
  assert.deepEqual(await accepted(id), [{ status: 'replayed', reminds: true }])
  await query('update lead_settings set remind_after = null')
  assert.deepEqual(await accepted(id), [{ status: 'replayed', reminds: false }])
  assert.deepEqual(await accepted(crypto.randomUUID()), [{ status: 'created', reminds: false }])
})

test('a person is judged once: whoever may not be reminded then is not reminded later', async () => {
  await accept()
  await deliver()
  await pass('3 days')
  await query(`select receive_text('+12015550123', 'STOP', 'stop')`)
  await sweep()
  await query(`select receive_text('+12015550123', 'START', 'start')`)
  await sweep()
  assert.equal(await queued(), 0)
})

test('nobody is reminded whose email was not taken', async () => {
  await accept()
  await deliver('rejected')
  await pass('3 days')
  await sweep()
  assert.equal(await queued(), 0)
})

test('nobody is reminded who came while reminders were off', async () => {
  await query('update lead_settings set remind_after = null')
  await accept()
  await deliver()
  await query(`update lead_settings set remind_after = '2 days'`)
  await pass('20 days')
  await sweep()
  assert.equal(await queued(), 0)
})

test('a reminder is one of the three emails to a mailbox whose links nobody presses', async () => {
  for (const _ of [1, 2, 3]) {
    await accept()
    await deliver()
    await pass('25 hours')
  }
  await pass('1 day')
  await sweep()
  assert.equal(await queued(), 0)
})

test('an email that asks to confirm a number goes out on the day of a reminder', async () => {
  await query('update lead_settings set double_opt_in = true')
  await accept()
  await deliver()
  await pass('3 days')
  await sweep()
  assert.equal((await deliver()).length, 1)
  await accept()
  const mails = await claim(database, 100)
  assert.ok(mails.some(({ kind, token }) => kind === 'visitor' && token))
})

test('the desk sends the visitor’s own email again, not the reminder', async () => {
  await accept()
  await deliver()
  await pass('3 days')
  await sweep()
  await deliver()
  const again = `select desk.send_again(submission_id, 'visitor') as answer from outbox where event = 'reminder'`
  assert.deepEqual(await query(again), [{ answer: 'queued' }])
  assert.deepEqual(await query(again), [{ answer: null }])
})

test('the desk tells how many were reminded, and how many of them began the video afterwards', async () => {
  const told = async (...days: string[]) =>
    (
      await queryAs('lead_desk', 'select desk.reminders($1, $2) as answer', [
        days[0] ?? null,
        days[1] ?? null,
      ])
    )[0]?.answer
  for (const email of [ada, 'bob@example.org', 'eve@example.org']) await accept({}, { email })
  await deliver()
  await query(`select may_watch(lead_token(secret, 'watch')) from leads where email = 'eve@example.org'`)
  await pass('3 days')
  await sweep()
  await deliver()
  await ofAda(`may_watch(lead_token(secret, 'watch'))`)
  assert.deepEqual(await told(), { reminded: 2, returned: 1 })
  assert.deepEqual(await told('2020-01-01', '2020-02-01'), { reminded: 0, returned: 0 })
})
