import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metaDataset, metaToken, openMeta } from '../../../../tests/kit/open-meta.ts'
import { waitUntil } from '../../../../tests/kit/wait-until.ts'
import { openDatabase } from '../../../../tests/sql/open-database.ts'
import { openInbox } from '../../../../tests/sql/open-inbox.ts'
import { startFunction } from '../../../../tests/sql/start-function.ts'

const lead = (context: object = {}) => ({
  name: 'Ada Lovelace',
  email: `${crypto.randomUUID()}@example.org`,
  phone: '(201) 555-0123',
  countryCode: 'US',
  consent: true,
  context: { page: 'https://training.example/', userAgent: 'Safari', ...context },
})

async function openChain(changes: Record<string, string | undefined> = {}) {
  const meta = openMeta()
  const [database, inbox] = await Promise.all([openDatabase(), openInbox()])
  const variables = { META_DATASET_ID: metaDataset, META_ACCESS_TOKEN: metaToken, ...changes }
  const served = await startFunction(database, { ...inbox.settings, ...variables })
  const sweep = async () => {
    const { body } = await served.call('/sweep')
    await served.background()
    return body
  }
  // The first sweep tells the database that Meta is told.
  await sweep()
  return {
    ...{ meta, database, inbox, served, sweep },
    events: () =>
      database.query(`select event, status, reason, attempts, last_error from outbox where kind = 'ad'`),
    passed: (interval: string) =>
      database.query(
        `update outbox set due_at = due_at - $1::interval, queued_at = queued_at - $1::interval where kind = 'ad'`,
        [interval],
      ),
    async [Symbol.asyncDispose]() {
      for (const part of [served, inbox, database]) await part[Symbol.asyncDispose]()
      meta[Symbol.dispose]()
    },
  }
}

test('Meta is told of a lead, the booked call and the sale, by sweeps and after the emails', async () => {
  await using chain = await openChain()
  const { meta, database, sweep, served } = chain
  await database.query(`select desk.change_settings('{"currency": "USD"}')`)
  await served.call('', lead({ campaign: { fbclid: 'IwAR_click' } }))
  await served.background()
  assert.equal(meta.calls.length, 0, 'no form waits for Meta')
  await sweep()
  await database.query(
    `insert into booking_events (lead_id, kind, booking, said_by) select id, 'booked', 'b1', 'calendly' from leads`,
  )
  await database.query(`select desk.record_contact(id, outcome => 'won', value => 900) from leads`)
  await sweep()
  const told = meta.counted()
  assert.deepEqual(
    told.map(({ event_name, action_source }) => [event_name, action_source]),
    [
      ['Lead', 'website'],
      ['Schedule', 'system_generated'],
      ['Purchase', 'system_generated'],
    ],
  )
  const [submission] = await database.query('select id from lead_submissions')
  assert.deepEqual(new Set(told.map(({ event_id }) => event_id)), new Set([submission?.id]))
  assert.match(String(told[0]?.user_data.fbc), /^fb\.1\.\d{13}\.IwAR_click$/)
  assert.deepEqual(told[2]?.custom_data, { value: 900, currency: 'USD' })
  assert.deepEqual(meta.unhashed(), [])
  assert.doesNotMatch(served.lines.join('\n'), /EAAB|Ada|example\.org|IwAR/)
})

test('nobody who refuses, withdraws, or looks like a bot is told of', async () => {
  await using chain = await openChain()
  const { meta, database, sweep, served } = chain
  await served.call('', lead({ refusesTracking: true }))
  await served.call('', lead({ suspectedBot: true }))
  await served.call('', lead({ preview: true }))
  const later = lead()
  await served.call('', later)
  await database.query(`select desk.withdraw_consent(id) from leads where email = $1`, [later.email])
  await sweep()
  assert.equal(meta.calls.length, 0)
})

test('if the answer is lost, the event is sent again under the same id, and Meta counts it once', async () => {
  await using chain = await openChain()
  const { meta, sweep, served, passed, events } = chain
  await served.call('', lead())
  await served.background()
  meta.loseAnswer()
  await sweep()
  assert.deepEqual(
    (await events()).map(({ status, last_error }) => [status, last_error]),
    [['pending', 'ENETWORK the connection failed or broke off']],
  )
  await passed('1 minute')
  await sweep()
  assert.equal(meta.calls.length, 2)
  assert.equal(meta.counted().length, 1)
  assert.equal((await events())[0]?.status, 'sent')
})

test('Meta is down for two days: no email is late, and no event is lost', async () => {
  await using chain = await openChain()
  const { meta, inbox, sweep, served, passed, events } = chain
  // It takes the connection and says nothing until the deadline.
  let open = 0
  const waiting: (() => void)[] = []
  meta.answer(() => {
    open += 1
    return new Promise((resolve) => waiting.push(() => resolve(new Response('', { status: 503 }))))
  })
  for (let count = 0; count < 6; count += 1) await served.call('', lead())
  // A sweep answers although Meta does not.
  await served.call('/sweep')
  await served.call('', lead())
  await waitUntil('the emails are sent', 60_000, () => inbox.mails.length === 14)
  await waitUntil('posts wait', 60_000, () => open > 0)
  assert.ok(open <= 4, `${open} posts at once`)
  meta.answer(() => new Response('', { status: 503 }))
  for (const answer of waiting) answer()
  await served.background()
  await passed('1 day')
  await sweep()
  await passed('1 day')
  meta.answer()
  await sweep()
  assert.deepEqual(new Set((await events()).map(({ status }) => status)), new Set(['sent']))
  assert.equal(meta.counted().length, 7)
})

test('an event that Meta refuses is kept as failed, with its answer', async () => {
  await using chain = await openChain()
  const { meta, sweep, served, events } = chain
  await served.call('', lead())
  await served.background()
  meta.answer(() =>
    meta.refuse(400, { code: 100, error_subcode: 2804050, error_user_msg: 'Too little is known' }),
  )
  await sweep()
  assert.deepEqual(await events(), [
    {
      ...{ event: 'lead', status: 'failed', reason: 'rejected', attempts: 1 },
      last_error: 'META 400 code 100/2804050 Too little is known',
    },
  ])
  assert.match(served.lines.join('\n'), /"ad_failed".*META 400 code 100\/2804050"/)
  assert.doesNotMatch(served.lines.join('\n'), /Too little/)
})

test('without its settings nothing is told, and what waits is dropped', async () => {
  await using chain = await openChain({ META_DATASET_ID: '', META_ACCESS_TOKEN: undefined })
  const { meta, database, sweep, served, events } = chain
  await database.query(`insert into ad_settings (consent_versions) values ('{}')`)
  await served.call('', lead())
  await sweep()
  await served.call('', lead())
  assert.deepEqual(
    (await events()).map(({ status, reason }) => [status, reason]),
    [['cancelled', 'dropped']],
  )
  assert.equal(meta.calls.length, 0)
})

test('with a wrong token in the settings the events wait, and the emails go', async () => {
  await using chain = await openChain({ META_ACCESS_TOKEN: 'short' })
  await chain.served.call('', lead())
  await chain.sweep()
  assert.equal(chain.inbox.mails.length, 2)
  assert.deepEqual(
    (await chain.events()).map(({ status, attempts }) => [status, attempts]),
    [['pending', 0]],
  )
  assert.match(chain.served.lines.join('\n'), /wrong_setting.*META_ACCESS_TOKEN/)
})
