import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { openReceiver, webhookSecret } from '../../../tests/sql/open-receiver.ts'
import { sampleLead } from '../../../tests/sql/sample-lead.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

const token = '0123456789abcdef0123456789abcdef'
const number = '+12015550123'

/**
 * Sends the same request as Twilio sends for a text message. The request goes to the URL of the function, as the
 * operator has set it at Twilio.
 */
async function text(
  served: Awaited<ReturnType<typeof startFunction>>,
  fields: Record<string, string>,
  change: { key?: string; signature?: string; provider?: string } = {},
) {
  const { key = token, provider = 'twilio' } = change
  const path = `/texts/${provider}`
  const signed = Object.entries(fields).sort().flat().join('')
  const signature =
    change.signature ?? createHmac('sha1', key).update(`${served.url}${path}${signed}`).digest('base64')
  const response = await served.fetch(
    new Request(`http://functions.test/send-lead-email${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      body: `${new URLSearchParams(fields)}`,
    }),
  )
  return `${response.status} ${await response.text()}`
}
const stop = (from = number) => ({ From: from, Body: 'STOP', MessageSid: crypto.randomUUID() })

/** `accept` stores a lead with a webhook. `verify` counts the evidence. */
async function openChain() {
  const [database, inbox, receiver] = await Promise.all([openDatabase(), openInbox(), openReceiver()])
  const served = await startFunction(database, {
    ...inbox.settings,
    LEADS_WEBHOOK_URL: receiver.url,
    LEADS_WEBHOOK_SECRET: webhookSecret,
    LEADS_WEBHOOK_PRIVATE: 'allow',
    TWILIO_AUTH_TOKEN: token,
  })
  return {
    ...{ database, inbox, receiver, served },
    accept: async (changes: object = {}) => {
      const lead = { ...sampleLead(changes), phone_e164: undefined, country_code: undefined }
      assert.equal((await served.call('', { ...lead, countryCode: 'US' })).status, 201)
      await served.background()
    },
    stop: (value: unknown) => served.call('/stop', { token: value, context: { ipHash: 'a'.repeat(64) } }),
    states: async () =>
      (await database.query('select consent_state(leads) as state from leads order by created_at')).map(
        ({ state }) => state,
      ),
    withdrawals: () =>
      database.query(
        'select withdrawn_by, ip_hash from lead_submissions where not consent order by created_at',
      ),
    async [Symbol.asyncDispose]() {
      for (const part of [served, receiver, inbox, database]) await part[Symbol.asyncDispose]()
    },
  }
}

test('the link in the visitor’s email withdraws the consent of that person alone, once, which owner and webhook are told', async () => {
  await using chain = await openChain()
  const { database, inbox, receiver, served } = chain
  await chain.accept({ name: 'Ada' })
  await chain.accept({ name: 'Bob', phone: '(201) 555-0199' })
  const [mail] = (await inbox.read()).filter(({ subject }) => subject === 'Your free training is ready')
  const link = /https:\/\/training\.example\/stop\/([0-9a-f-]{36})\/ask/
  const own = link.exec(mail?.text ?? '')?.[1]
  assert.ok(mail?.html && link.exec(mail.html)?.[1] === own)

  for (const unknown of [crypto.randomUUID(), 'x', null])
    assert.deepEqual(await chain.stop(unknown), { status: 404, body: { error: 'unknown_token' } })
  assert.deepEqual(await chain.states(), ['given', 'given'])
  for (const time of ['first', 'second'])
    assert.deepEqual(await chain.stop(own), { status: 200, body: { status: 'withdrawn' } }, time)
  const [stopped] = await database.query('select name, email from leads where withdrawn_at is not null')
  assert.equal(stopped?.email, inbox.mails.find(({ raw }) => raw.includes(String(own)))?.to[0])
  assert.deepEqual(await chain.withdrawals(), [{ withdrawn_by: 'link', ip_hash: 'a'.repeat(64) }])

  await database.query('select run_housekeeping()')
  await database.query(`
    update outbox set due_at = now() where status = 'pending';
    select run_housekeeping()`)
  await served.call('/sweep')
  await served.background()
  const posts = receiver.posts.map(receiver.verify)
  assert.deepEqual(
    posts.map(({ type }) => type),
    ['lead.created', 'lead.created', 'lead.consent_withdrawn'],
  )
  const { data } = posts[2] ?? {}
  const state = (data?.consent as { state: string } | undefined)?.state
  assert.deepEqual([state, data?.withdrawn_by, data?.name], ['withdrawn', 'link', stopped?.name])
  const told = (await inbox.read()).filter(({ subject }) => /withdrew/.test(subject ?? ''))
  assert.deepEqual(
    told.map(({ subject }) => subject),
    ['1 person withdrew consent to text messages'],
  )
  assert.ok(
    told[0]?.text?.includes(`- ${stopped?.name}, +1201555`) && told[0].text.includes(String(stopped?.email)),
  )
})

test('a text message that asks for an end stops the number for everybody, START lifts it, and none is answered differently', async () => {
  await using chain = await openChain()
  const { database, served } = chain
  await chain.accept()
  await chain.accept()
  await chain.accept({ phone: '(201) 555-0199' })
  const answers = [
    await text(served, { ...stop(), Body: 'HELP' }),
    await text(served, stop('+12015550000')),
    await text(served, { ...stop(`whatsapp:${number}`), Body: 'Please stop texting me' }),
    await text(served, stop()),
  ]
  assert.deepEqual([...new Set(answers)], ['200 <Response/>'])
  assert.deepEqual(await chain.states(), ['stopped', 'stopped', 'given'])
  await served.call('/sweep')
  assert.deepEqual(
    await chain.withdrawals(),
    Array.from({ length: 2 }, () => ({ withdrawn_by: 'text message', ip_hash: null })),
  )
  await text(served, { ...stop(), Body: 'Start' })
  assert.deepEqual(await chain.states(), ['given', 'given', 'given'])
  assert.deepEqual(await database.query('select words from incoming_texts'), [{ words: 'HELP' }])
  const [row] = await database.query(`select desk.verify_lead_evidence() -> 'faults' as faults`)
  assert.deepEqual(row?.faults, [])
  assert.ok(!served.lines.join().includes('2015550'))
})

test('a STOP that a lock keeps from being stored is tried again until it is, before Twilio gives up', async (t) => {
  await using chain = await openChain()
  const { database, served } = chain
  if (!database.url) return t.skip('the embedded database takes one transaction at a time')
  await chain.accept()
  const begin = performance.now()
  const { answer } = await database.rollBackAfter(async (query) => {
    await query('lock table number_events in access exclusive mode')
    const answer = text(served, stop())
    let isAnswered = false
    answer.finally(() => {
      isAnswered = true
    })
    const tries = new Set<string>()
    while (tries.size < 2 && !isAnswered) {
      const waiting = await query(
        `select query_start::text as begun from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~ 'receive_text'`,
      )
      for (const { begun } of waiting) tries.add(String(begun))
      await query('select pg_stat_clear_snapshot()')
    }
    return { answer }
  })
  assert.equal(await answer, '200 <Response/>')
  assert.ok(performance.now() - begin < 15_000)
  assert.deepEqual(await chain.states(), ['stopped'])
})

test('a STOP is stored while the persons with the number are locked', async (t) => {
  await using chain = await openChain()
  const { database, served } = chain
  if (!database.url) return t.skip('the embedded database takes one transaction at a time')
  await chain.accept()
  await database.rollBackAfter(async (query) => {
    await query('select from leads for update')
    assert.equal(await text(served, stop()), '200 <Response/>')
    assert.deepEqual(await chain.states(), ['stopped'])
  })
})

test('what Twilio did not sign is refused and stores nothing, also where its token is not set or wrong', async () => {
  await using chain = await openChain()
  const { database, inbox, served } = chain
  await chain.accept()
  const refused = '403 {"error":"forbidden"}'
  for (const forged of [
    ...[{ signature: '' }, { signature: btoa('x') }, { signature: btoa('x'.repeat(20)) }],
    ...[{ key: '' }, { key: token.slice(1) }, { key: token.toUpperCase() }, { key: `${token}x` }],
  ])
    assert.equal(await text(served, stop(), forged), refused, JSON.stringify(forged))
  for (const provider of ['other', 'constructor'])
    assert.equal(await text(served, stop(), { provider }), refused)
  for (const TWILIO_AUTH_TOKEN of [undefined, '', 'short']) {
    await using closed = await startFunction(database, { ...inbox.settings, TWILIO_AUTH_TOKEN })
    for (const key of [token, '', 'undefined', 'short'])
      assert.equal(await text(closed, stop(), { key }), refused)
  }
  assert.deepEqual([await chain.states(), await chain.withdrawals()], [['given'], []])
})

test('only the token of the link withdraws, and none that somebody may know or guess', async () => {
  await using chain = await openChain()
  await chain.accept()
  const found = await chain.database.query(
    `select token.name
    from leads, lead_submissions submission,
      lateral (values
        ('link to the video', lead_token(secret, 'watch')),
        ('link that ends the mails', lead_token(secret, 'unsubscribe')),
        ('secret', secret),
        ('id of the person', leads.id),
        ('id of the submission', submission.id),
        ('token of nobody', gen_random_uuid()),
        ('zeros', '00000000-0000-0000-0000-000000000000'),
        ('none', null)
      ) token (name, value)
    where stop_lead(token.value)`,
  )
  assert.deepEqual([found, await chain.states()], [[], ['given']])
  await chain.database.query(`select stop_lead(lead_token(secret, 'stop')) from leads`)
  assert.deepEqual(await chain.states(), ['withdrawn'])
})
