import assert from 'node:assert/strict'
import { after, beforeEach, mock, test } from 'node:test'
import { openDatabase } from '../../../tests/open-database.ts'
import { openInbox } from '../../../tests/open-inbox.ts'
import { openReceiver, webhookSecret } from '../../../tests/open-receiver.ts'
import { startFunction } from '../../../tests/start-function.ts'

mock.method(console, 'info', () => undefined)
const errors = mock.method(console, 'error', () => undefined)
const logged = () => errors.mock.calls.map((call) => String(call.arguments[0])).join('\n')

const [database, inbox, receiver] = await Promise.all([openDatabase(), openInbox(), openReceiver()])
after(() => Promise.all([database.close(), inbox.close(), receiver.close()]))
beforeEach(async () => {
  errors.mock.resetCalls()
  inbox.mails.length = 0
  receiver.posts.length = 0
  receiver.answer((_request, response) => response.writeHead(204).end())
  await database.query('delete from leads; delete from lead_emails; delete from lead_rates')
})

const variables = {
  ...inbox.settings,
  LEADS_WEBHOOK_URL: receiver.url,
  LEADS_WEBHOOK_SECRET: webhookSecret,
  LEADS_WEBHOOK_PRIVATE: 'allow',
}
const start = (changes: Record<string, string | undefined> = {}) =>
  startFunction(database, { ...variables, ...changes })
const lead = (context: object = {}) => ({
  name: 'Ada Lovelace',
  email: `${crypto.randomUUID()}@example.org`,
  phone: '555',
  countryCode: 'US',
  consent: true,
  context,
})
const webhooks = () =>
  database.query(`select status, attempts, last_error from lead_emails where kind = 'webhook'`)
const due = () => database.query(`update lead_emails set due_at = now() where status = 'pending'`)

test('each lead is posted once it is stored, and one that failed by a later sweep with the same id', async () => {
  const { call, background, stop } = await start()
  receiver.answer((_request, response) => response.writeHead(500).end())
  const stored = lead({ campaign: { utm_source: 'x' }, webhook: false })
  assert.equal((await call('', stored)).status, 201)
  await background()
  assert.deepEqual(await webhooks(), [{ status: 'pending', attempts: 1, last_error: 'HTTP 500' }])
  assert.equal(inbox.mails.length, 2)

  receiver.answer((_request, response) => response.writeHead(200).end('{}'))
  await due()
  assert.deepEqual((await call('/sweep')).body, { sent: 0, failed: 0, dead: 0, lost: 0 })
  await background()
  assert.deepEqual(await webhooks(), [{ status: 'sent', attempts: 2, last_error: null }])
  const posted = receiver.posts.map((post) => [post.headers['webhook-id'], receiver.verify(post).data.email])
  const [row] = await database.query(`select id from lead_emails where kind = 'webhook'`)
  assert.deepEqual(posted, [
    [row?.id, stored.email],
    [row?.id, stored.email],
  ])
  await stop()
})

test('a receiver that answers 410 has its lead given up at once', async () => {
  const { call, background, stop } = await start()
  receiver.answer((_request, response) => response.writeHead(410).end('Ada Lovelace'))
  await call('', lead())
  await background()
  assert.deepEqual(await webhooks(), [
    { status: 'dead', attempts: 1, last_error: 'HTTP 410: the receiver is gone for good' },
  ])
  assert.match(logged(), /"webhook_dead".*"reason":"HTTP 410"/)
  assert.doesNotMatch(logged(), /Ada/)
  await stop()
})

test('while a receiver keeps all posts waiting, the mails of later leads go out, and four posts are open at most', async () => {
  await database.query('update lead_seals set mailed_at = now()')
  const { call, background, stop } = await start()
  const waiting: (() => void)[] = []
  receiver.answer((_request, response) => void waiting.push(() => response.writeHead(204).end()))
  for (let count = 0; count < 6; count += 1) assert.equal((await call('', lead())).status, 201)
  await untilTrue(() => inbox.mails.length === 12 && waiting.length > 0)
  assert.deepEqual((await call('/sweep')).body, { sent: 0, failed: 0, dead: 0, lost: 0 })
  let most = 0
  let answered = 0
  while (answered < 6) {
    await untilTrue(() => waiting.length > 0)
    most = Math.max(most, waiting.length)
    answered += waiting.length
    for (const answer of waiting.splice(0)) answer()
  }
  await background()
  assert.ok(most <= 4, `${most} at once`)
  assert.deepEqual(
    (await webhooks()).map(({ status }) => status),
    Array(6).fill('sent'),
  )
  await stop()
})

test('a sweep answers while the receiver keeps its post waiting', async () => {
  const { call, background, stop } = await start()
  receiver.answer((_request, response) => response.writeHead(500).end())
  await call('', lead())
  await background()
  await due()
  const posted = Promise.withResolvers<() => void>()
  receiver.answer((_request, response) => posted.resolve(() => response.writeHead(204).end()))
  await call('/sweep')
  const [waiting] = await webhooks()
  assert.equal(waiting?.last_error, 'HTTP 500')
  const answer = await posted.promise
  answer()
  await background()
  assert.deepEqual(await webhooks(), [{ status: 'sent', attempts: 2, last_error: null }])
  await stop()
})

test('the lead of a suspected bot is not posted until it is released', async () => {
  const { call, background, stop } = await start()
  await call('', lead({ suspectedBot: true }))
  await background()
  assert.equal(receiver.posts.length, 0)
  await database.query(`select desk.requeue_lead_emails('held')`)
  await call('/sweep')
  await background()
  const [post] = receiver.posts
  assert.ok(post)
  assert.equal(receiver.verify(post).data.suspected_bot, true)
  await stop()
})

test('without the two variables no lead owes a webhook, and nothing is said of them', async () => {
  const { call, background, stop } = await start({
    LEADS_WEBHOOK_URL: '',
    LEADS_WEBHOOK_SECRET: undefined,
  })
  await call('', lead())
  await background()
  assert.deepEqual([await webhooks(), logged()], [[], ''])
  assert.deepEqual((await call('/health')).body.settings, [])
  await stop()
})

const isPrivate = 'must not lead to this machine or into a private network'
const isShort = 'must be whsec_ followed by 24 to 64 bytes in base64'
for (const [variable, value, fault, changes] of [
  ['LEADS_WEBHOOK_URL', undefined, 'is missing'],
  ['LEADS_WEBHOOK_URL', 'crm.example', 'must be an http(s) address'],
  ['LEADS_WEBHOOK_URL', 'http://crm.example/key', 'must be an https address', { LEADS_WEBHOOK_PRIVATE: '' }],
  ['LEADS_WEBHOOK_URL', 'https://192.168.0.7/key', isPrivate, { LEADS_WEBHOOK_PRIVATE: '' }],
  ['LEADS_WEBHOOK_URL', 'https://[::ffff:7f00:1]/key', isPrivate, { LEADS_WEBHOOK_PRIVATE: '' }],
  ['LEADS_WEBHOOK_SECRET', undefined, 'is missing'],
  ['LEADS_WEBHOOK_SECRET', webhookSecret.slice(6), isShort],
  ['LEADS_WEBHOOK_SECRET', `whsec_${btoa('x'.repeat(23))}`, isShort],
  ['LEADS_WEBHOOK_SECRET', `whsec_${btoa('x'.repeat(65))}`, isShort],
  ['LEADS_WEBHOOK_SECRET', 'whsec_%%%', isShort],
  [
    ...['LEADS_WEBHOOK_PRIVATE', 'yes', 'must be allow, or not be set'],
    { LEADS_WEBHOOK_URL: 'https://8.8.8.8/' },
  ],
] as [string, string | undefined, string, Record<string, string>?][]) {
  test(`with ${variable} ${value ? `as ${value}` : 'missing'} the lead is stored and mailed, its webhook waits, and goes once it is repaired`, async () => {
    const broken = await start({ ...changes, [variable]: value })
    assert.equal((await broken.call('', lead())).status, 201)
    await due()
    await broken.call('/sweep')
    await broken.background()
    assert.equal(inbox.mails.length, 2)
    assert.deepEqual(await webhooks(), [{ status: 'pending', attempts: 0, last_error: null }])
    const health = await broken.call('/health')
    assert.deepEqual(health.body.settings, [{ variable, fault }])
    assert.match(logged(), new RegExp(`wrong_setting.*${variable}`))
    if (value) assert.ok(!(logged() + JSON.stringify(health)).includes(value))
    await broken.stop()

    const repaired = await start()
    await repaired.call('/sweep')
    await repaired.background()
    assert.equal(receiver.posts.length, 1)
    await repaired.stop()
  })
}

test('a name that leads to this machine is not called, and the health says so', async () => {
  const { call, background, stop } = await start({
    LEADS_WEBHOOK_URL: `https://localhost:${receiver.port}/leads`,
    LEADS_WEBHOOK_PRIVATE: undefined,
  })
  await call('', lead())
  await background()
  const [row] = await webhooks()
  assert.deepEqual(
    [row?.status, row?.last_error],
    ['pending', 'EPRIVATE the address is in a private network'],
  )
  assert.equal(receiver.posts.length, 0)
  assert.deepEqual((await call('/health')).body.settings, [
    { variable: 'LEADS_WEBHOOK_URL', fault: isPrivate },
  ])
  await stop()
})

async function untilTrue(condition: () => boolean) {
  const end = performance.now() + 10_000
  while (!condition()) {
    assert.ok(performance.now() < end, 'it did not come true in 10 s')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
