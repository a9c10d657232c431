import assert from 'node:assert/strict'
import { after, beforeEach, mock, test } from 'node:test'
import { openClient } from '../../tests/open-client.ts'
import { openDatabase } from '../../tests/open-database.ts'
import { openInbox } from '../../tests/open-inbox.ts'
import { sampleEmail } from '../../tests/sample-email.ts'
import { sampleLead } from '../../tests/sample-lead.ts'
import { startFunction } from '../../tests/start-function.ts'
import { type OutboxEmail, openLeadDatabase } from './database.ts'
import type { SendResult } from './deliver.ts'
import { createSealedSend } from './seal.ts'
import { describeFailure } from './smtp-failure.ts'

mock.method(console, 'info', () => undefined)

const sql = await openDatabase()
const database = openLeadDatabase(openClient(sql))
after(() => sql.close())
beforeEach(async () => {
  await sql.query('delete from lead_seal_entries; delete from leads; delete from lead_seals')
})

async function seal() {
  await sql.query('select accept_lead(gen_random_uuid(), $1)', [sampleLead()])
  await sql.query('select begin_lead_sweep()')
}

const latest = async () =>
  (
    await sql.query(
      `select number || ':' || encode(hash, 'hex') as seal from lead_seals order by number desc`,
    )
  )[0]?.seal

/** Sends mails whose attempts end like that; returns what sends a mail and gives the seal in it. */
function sender(
  takeSeal: Parameters<typeof createSealedSend>[1],
  pauseMs?: number,
  outcomes: SendResult[] = [],
) {
  const sent: OutboxEmail[] = []
  const send = createSealedSend(
    async (email) => {
      sent.push(email)
      return outcomes.shift() ?? { outcome: 'sent' }
    },
    takeSeal,
    pauseMs,
  )
  return async (changes: Parameters<typeof sampleEmail>[0] = {}) => {
    await send(sampleEmail(changes))
    const mail = sent.at(-1)
    return mail && 'seal' in mail ? mail.seal : undefined
  }
}

test('one mail to the owner a day tells the latest seal, whatever process sends it', async () => {
  await seal()
  await seal()
  const [first, second] = [sender(database.takeSeal, 0), sender(database.takeSeal, 0)]
  assert.equal(await first({ kind: 'visitor' }), undefined)
  assert.equal(await first(), await latest())
  await seal()
  assert.deepEqual([await first(), await second()], [undefined, undefined])
  await sql.query(`update lead_seals set mailed_at = mailed_at - interval '25 hours'`)
  assert.equal(await second(), await latest())
})

test('a seal that was told is not told again the next day when there is no newer one', async () => {
  await seal()
  const send = sender(database.takeSeal, 0)
  await send()
  await sql.query(`update lead_seals set mailed_at = mailed_at - interval '25 hours'`)
  assert.equal(await send(), undefined)
})

test('a seal whose mail failed goes out with the next one', async () => {
  await seal()
  const send = sender(database.takeSeal, undefined, [describeFailure({ code: 'ETIMEDOUT' })])
  const told = await send()
  assert.equal(told, await latest())
  assert.equal(await send(), told)
  assert.equal(await send(), undefined)
})

test('the database is asked once an hour, and a mail goes out when it fails', async () => {
  let calls = 0
  const takeSeal = () => {
    calls += 1
    return Promise.reject(new Error('take_lead_seal: PGRST202'))
  }
  const send = sender(takeSeal)
  assert.deepEqual([await send(), await send(), calls], [undefined, undefined, 1])
})

test('concurrent calls take one seal', async () => {
  await seal()
  const taken = await Promise.all(Array.from({ length: 20 }, () => database.takeSeal()))
  assert.deepEqual(taken.filter(Boolean), [await latest()])
})

test('the function tells the seal in its mail to the owner, and not in the visitor’s', async () => {
  await seal()
  const first = await latest()
  await sql.query(`update lead_emails set status = 'sent'`)
  const inbox = await openInbox()
  const { call, background, stop } = await startFunction(sql, {
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    MAIL_FROM: 'Brand <hello@brand.example>',
    OWNER_EMAIL: 'owner@brand.example',
    SITE_URL: 'https://training.example',
  })
  const lead = { name: 'Ada', email: 'ada@example.org', phone: '555', countryCode: 'US', consent: true }
  assert.equal((await call('', lead)).status, 201)
  await background()
  await Promise.all([stop(), inbox.close()])
  const told = (await inbox.read()).filter(({ text }) => text?.includes(String(first)))
  assert.deepEqual(
    told.map(({ subject }) => subject),
    ['New lead: Ada'],
  )
})
