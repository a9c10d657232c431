import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../../../../tests/kit/wait-until.ts'
import { openDatabase } from '../../../../tests/sql/open-database.ts'
import { openInbox } from '../../../../tests/sql/open-inbox.ts'
import { openReceiver, webhookSecret } from '../../../../tests/sql/open-receiver.ts'
import { startFunction } from '../../../../tests/sql/start-function.ts'

const lead = (context: object = {}) => ({
  name: 'Ada Lovelace',
  email: `${crypto.randomUUID()}@example.org`,
  phone: '555',
  countryCode: 'US',
  consent: true,
  context,
})

/** `start` takes changes to the variables of the function. */
async function openChain() {
  const [database, inbox, receiver] = await Promise.all([openDatabase(), openInbox(), openReceiver()])
  const variables = {
    ...inbox.settings,
    LEADS_WEBHOOK_URL: receiver.url,
    LEADS_WEBHOOK_SECRET: webhookSecret,
    LEADS_WEBHOOK_PRIVATE: 'allow',
  }
  return {
    ...{ database, inbox, receiver },
    start: (changes: Record<string, string | undefined> = {}) =>
      startFunction(database, { ...variables, ...changes }),
    webhooks: () => database.query(`select status, attempts, last_error from outbox where kind = 'webhook'`),
    makeDue: () => database.query(`update outbox set due_at = now() where status = 'pending'`),
    async [Symbol.asyncDispose]() {
      for (const part of [receiver, inbox, database]) await part[Symbol.asyncDispose]()
    },
  }
}

test('each lead is posted once it is stored, and one that failed by a later sweep with the same id', async () => {
  await using chain = await openChain()
  const { database, inbox, receiver, webhooks } = chain
  await using served = await chain.start()
  const { call, background } = served
  receiver.answer((_request, response) => response.writeHead(500).end())
  const stored = lead({ campaign: { utm_source: 'x' }, webhook: false })
  assert.equal((await call('', stored)).status, 201)
  await background()
  assert.deepEqual(await webhooks(), [{ status: 'pending', attempts: 1, last_error: 'HTTP 500' }])
  assert.equal(inbox.mails.length, 2)

  // A sweep does not wait for the receiver, so the test waits.
  const posted = Promise.withResolvers<() => void>()
  receiver.answer((_request, response) => posted.resolve(() => response.writeHead(200).end('{}')))
  await chain.makeDue()
  assert.deepEqual((await call('/sweep')).body, { sent: 1, deferred: 0, failed: 0, lost: 0 })
  const answer = await posted.promise
  assert.equal((await webhooks())[0]?.last_error, 'HTTP 500')
  answer()
  await background()
  assert.deepEqual(await webhooks(), [{ status: 'sent', attempts: 2, last_error: null }])
  const ids = receiver.posts.map((post) => [post.headers['webhook-id'], receiver.verify(post).data.email])
  const [row] = await database.query(`select id from outbox where kind = 'webhook'`)
  assert.deepEqual(ids, Array(2).fill([row?.id, stored.email]))
})

test('the sweep after an erasure posts it to the receiver that knows the person', async () => {
  await using chain = await openChain()
  await using served = await chain.start()
  await served.call('', lead())
  await served.background()
  await chain.database.query('select desk.erase_lead(id) from leads')
  await served.call('/sweep')
  await served.background()
  const [created, erased] = chain.receiver.posts.map((post) => chain.receiver.verify(post))
  assert.deepEqual(
    [created?.type, erased?.type, erased?.data.lead_id],
    ['lead.created', 'lead.erased', created?.data.lead_id],
  )
})

test('a booked call and the outcome are posted by the next sweep, with what holds', async () => {
  await using chain = await openChain()
  const { database, receiver } = chain
  await using served = await chain.start()
  await served.call('', lead())
  await served.background()
  const sweep = async () => {
    // A minute passes.
    await database.query('delete from sweep_steps')
    await served.call('/sweep')
    await served.background()
    return receiver.posts.map((post) => receiver.verify(post)).at(-1)
  }
  const told = (post: Awaited<ReturnType<typeof sweep>>, name: string) =>
    (post?.data[name] ?? {}) as Record<string, unknown>
  await database.query(
    `insert into booking_events (lead_id, kind, said_by) select id, 'pressed', 'link' from leads`,
  )
  assert.equal((await sweep())?.type, 'lead.created', 'a press alone is not told')
  await database.query(`insert into booking_events (lead_id, kind, booking, said_by, starts_at, ends_at)
    select id, 'booked', 'b1', 'calendly', '2040-01-01T10:00:00Z', '2040-01-01T10:30:00Z' from leads`)
  const booked = await sweep()
  assert.equal(booked?.type, 'lead.booked')
  const { state, starts_at, ends_at } = told(booked, 'booking')
  assert.deepEqual(
    [state, Date.parse(String(starts_at)), Date.parse(String(ends_at))],
    ['booked', Date.parse('2040-01-01T10:00:00Z'), Date.parse('2040-01-01T10:30:00Z')],
  )
  await database.query(`select desk.change_settings('{"currency": "USD"}')`)
  await database.query(`select desk.record_contact(id, outcome => 'won', value => 900) from leads`)
  const won = await sweep()
  assert.equal(won?.type, 'lead.outcome')
  const { at, ...outcome } = told(won, 'outcome')
  assert.deepEqual(outcome, { state: 'won', value: 900, currency: 'USD' })
  assert.ok(Date.parse(String(at)) > 0)
  assert.equal(told(won, 'booking').state, 'booked')
  assert.equal(receiver.posts.length, 3)
})

test('a lead is given up at once if the receiver answers 410', async () => {
  await using chain = await openChain()
  await using served = await chain.start()
  chain.receiver.answer((_request, response) => response.writeHead(410).end('Ada Lovelace'))
  await served.call('', lead())
  await served.background()
  assert.deepEqual(await chain.webhooks(), [
    { status: 'failed', attempts: 1, last_error: 'HTTP 410: the receiver is gone for good' },
  ])
  assert.match(served.lines.join('\n'), /"webhook_failed".*"reason":"HTTP 410"/)
  assert.doesNotMatch(served.lines.join('\n'), /Ada/)
})

// A post that failed is told again, in a new post.
for (const [status, headers, answered, retold] of [
  [410, {}, { status: 'failed', attempts: 1 }, [{ status: 'pending', attempts: 0 }]],
  [429, { 'retry-after': '600' }, { status: 'pending', attempts: 1 }, []],
] as const)
  test(`after the answer ${status} the receiver gets no post of a later lead from any process, and the lead waits`, async () => {
    await using chain = await openChain()
    await using first = await chain.start()
    chain.receiver.answer((_request, response) => response.writeHead(status, headers).end())
    await first.call('', lead())
    await first.background()
    await using later = await chain.start()
    await later.call('', lead())
    await chain.makeDue()
    await later.call('/sweep')
    await later.background()
    assert.equal(chain.receiver.posts.length, 1)
    const rows = await chain.webhooks()
    const states = rows.map(({ status, attempts }) => ({ status, attempts }))
    assert.deepEqual(
      states.sort((a, b) => Number(b.attempts) - Number(a.attempts)),
      [answered, { status: 'pending', attempts: 0 }, ...retold],
    )
  })

test('while a receiver keeps all posts waiting, the emails of later leads go out, and four posts are open at most', async () => {
  await using chain = await openChain()
  const { inbox, receiver } = chain
  await using served = await chain.start()
  const { call, background } = served
  const waiting: (() => void)[] = []
  receiver.answer((_request, response) => void waiting.push(() => response.writeHead(204).end()))
  for (let count = 0; count < 6; count += 1) assert.equal((await call('', lead())).status, 201)
  await waitUntil('the emails are sent', 60_000, () => inbox.mails.length === 12)
  let most = 0
  let answered = 0
  while (answered < 6) {
    await waitUntil('a post waits', 60_000, () => waiting.length > 0)
    most = Math.max(most, waiting.length)
    answered += waiting.length
    for (const answer of waiting.splice(0)) answer()
  }
  await background()
  assert.ok(most <= 4, `${most} at once`)
  assert.deepEqual(
    (await chain.webhooks()).map(({ status }) => status),
    Array(6).fill('sent'),
  )
})

test('without the two variables no lead owes a webhook, and nothing is said of them', async () => {
  await using chain = await openChain()
  await using served = await chain.start({ LEADS_WEBHOOK_URL: '', LEADS_WEBHOOK_SECRET: undefined })
  await served.call('', lead())
  await served.background()
  assert.deepEqual(await chain.webhooks(), [])
  assert.doesNotMatch(served.lines.join('\n'), /WEBHOOK/)
})

test('with a wrong setting of the webhook the lead is stored and emailed, and its webhook is sent once the setting is repaired', async () => {
  await using chain = await openChain()
  {
    await using broken = await chain.start({ LEADS_WEBHOOK_SECRET: 'whsec_%%%' })
    assert.equal((await broken.call('', lead())).status, 201)
    await chain.makeDue()
    await broken.call('/sweep')
    await broken.background()
    assert.equal(chain.inbox.mails.length, 3)
    assert.deepEqual(await chain.webhooks(), [{ status: 'pending', attempts: 0, last_error: null }])
    assert.match(broken.lines.join('\n'), /wrong_setting.*LEADS_WEBHOOK_SECRET/)
    assert.doesNotMatch(broken.lines.join('\n'), /%%%/)
  }
  await using repaired = await chain.start()
  await repaired.call('/sweep')
  await repaired.background()
  assert.equal(chain.receiver.posts.length, 1)
})
