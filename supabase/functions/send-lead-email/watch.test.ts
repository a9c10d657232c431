import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailCopy } from '../../../site/mail-copy.ts'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { openReceiver, webhookSecret } from '../../../tests/sql/open-receiver.ts'
import { sampleLead } from '../../../tests/sql/sample-lead.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

const lead = { ...sampleLead(), phone_e164: undefined, country_code: undefined, countryCode: 'US' }

test('the visitor’s email leads to the page of ours by a token that opens the video, also after they withdraw, and is in no log', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, inbox.settings)
  assert.equal((await served.call('', lead)).status, 201)
  await served.background()
  const mail = (await inbox.read()).find(({ subject }) => subject === 'Your free training is ready')
  const link = /https:\/\/training\.example\/watch\/([0-9a-f-]{36})/
  const token = link.exec(mail?.text ?? '')?.[1]
  assert.ok(mail?.html && link.exec(mail.html)?.[1] === token)

  const [call] = await database.query(`select lead_token(id, 'call') as token from lead_submissions`)
  assert.deepEqual(await served.call('/watch', { token }), {
    status: 200,
    body: { status: 'open', callToken: call?.token },
  })
  assert.deepEqual(await served.call('/call', { token: call?.token }), {
    status: 200,
    body: { name: lead.name, email: lead.email },
  })
  assert.equal((await served.call('/call', { token })).status, 404)
  for (const unknown of [crypto.randomUUID(), 'x', null, undefined])
    assert.deepEqual(await served.call('/watch', { token: unknown }), {
      status: 404,
      body: { error: 'unknown_token' },
    })
  await database.query(`select stop_lead(lead_token(secret, 'stop')) from leads`)
  assert.equal((await served.call('/watch', { token })).status, 200)
  await database.query('select desk.erase_lead(id) from leads')
  assert.equal((await served.call('/watch', { token })).status, 404)
  assert.ok(!served.lines.join().includes(String(token)))
})

test('a preview’s email, which the owner gets, leads to the page and has nobody’s token', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, inbox.settings)
  await served.call('', { ...lead, context: { preview: true } })
  await served.background()
  const mails = await inbox.read()
  assert.ok(mails.some(({ text }) => text?.includes('\nhttps://training.example/\n')))
  for (const { text } of mails) assert.doesNotMatch(text ?? '', /\/watch\//)
})

test('how far a person watches is told by a webhook where it is kept', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using receiver = await openReceiver()
  await using served = await startFunction(database, {
    ...inbox.settings,
    LEADS_WEBHOOK_URL: receiver.url,
    LEADS_WEBHOOK_SECRET: webhookSecret,
    LEADS_WEBHOOK_PRIVATE: 'allow',
  })
  await database.query('update lead_settings set measure_watching = true')
  await served.call('', lead)
  await served.background()
  const [row] = await database.query(`select lead_token(secret, 'watch') as token from leads`)
  const token = row?.token
  assert.equal(((await served.call('/watch', { token })).body as { status: string }).status, 'measured')
  for (const percent of [25, 25, 75, 76, '100', null]) await served.call('/watched', { token, percent })
  await served.call('/sweep')
  await served.background()
  const posts = receiver.posts.map(receiver.verify)
  assert.deepEqual(posts.map(({ type, data }) => [type, data?.watched_percent, data?.email]).sort(), [
    ['lead.created', undefined, lead.email],
    ['lead.watched', 25, lead.email],
    ['lead.watched', 75, lead.email],
  ])
})

test('who began the video on the page gets no reminder, and only the id of their submission can tell it', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, inbox.settings)
  await database.query(`update lead_settings set remind_after = '1 hour'`)
  await served.call('', lead)
  await served.background()
  const [row] = await database.query('select id, lead_id from lead_submissions')
  const begun = () => database.query('select from leads where begun_at is not null')
  assert.equal((await served.call('/begun', { token: row?.lead_id })).status, 200)
  assert.equal((await served.call('/begun', { token: 'x' })).status, 404)
  assert.equal((await begun()).length, 0)
  assert.deepEqual(await served.call('/begun', { token: row?.id }), { status: 200, body: {} })
  assert.equal((await begun()).length, 1)
  await database.query('update leads set remind_at = now()')
  await served.call('/sweep')
  await served.background()
  assert.ok(!(await inbox.read()).some(({ subject }) => subject === mailCopy.reminder.subject))
})

test('the reminder has the watch link and the headers to end all emails, and goes to nobody who asks not to be tracked', async () => {
  await using database = await openDatabase()
  await using inbox = await openInbox()
  await using served = await startFunction(database, inbox.settings)
  await database.query(`update lead_settings set remind_after = '1 hour'`)
  await served.call('', lead)
  await served.call('', { ...lead, email: 'private@example.org', context: { refusesTracking: true } })
  await served.background()
  await database.query(`update leads set remind_at = now()`)
  for (const _ of [1, 2]) await served.call('/sweep')
  await served.background()
  const reminders = (await inbox.read()).filter(({ subject }) => subject === mailCopy.reminder.subject)
  assert.deepEqual(
    reminders.map(({ to }) => to?.[0]?.address),
    [lead.email],
  )
  const [reminder] = reminders
  assert.match(reminder?.text ?? '', /https:\/\/training\.example\/watch\/[0-9a-f-]{36}/)
  assert.ok(reminder?.headers.some(({ key }) => key === 'list-unsubscribe-post'))
})
