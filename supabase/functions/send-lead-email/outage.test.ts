import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/**
 * Starts a mail server that asks for a login. At one SMTP step, the server answers with this error until the test
 * repairs it.
 */
async function openServer(step: string, answer: Error) {
  const received: { id: string; subject: string }[] = []
  let isRepaired = false
  const failureAt = (name: string) => (name === step && !isRepaired ? answer : null)
  const options: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(failureAt('login'), { user: 'site' }),
    onMailFrom: (_address, _session, callback) => callback(failureAt('MAIL FROM')),
    async onData(stream, _session, callback) {
      const mail = await text(stream)
      const failure = failureAt('DATA')
      const header = (name: string) => new RegExp(`^${name}: <?([^@\r]*)`, 'im').exec(mail)?.[1] ?? ''
      if (!failure) received.push({ id: header('Message-ID'), subject: header('Subject') })
      callback(failure)
    },
  }
  const inbox = await openInbox(options)
  return {
    received,
    settings: { ...inbox.settings, SMTP_URL: `smtp://site:secret@127.0.0.1:${inbox.port}` },
    repair() {
      isRepaired = true
    },
    [Symbol.asyncDispose]: inbox.close,
  }
}

for (const [step, answer] of [
  ['MAIL FROM', refusal(550, '5.4.5 Daily user sending limit exceeded')],
  ['DATA', refusal(554, '5.7.1 The domain is not verified')],
  ['login', refusal(535, '5.7.8 Authentication credentials invalid')],
] as const) {
  test(`when the mail server refuses ${step} for two hours, every email arrives once and the owner is told once`, async () => {
    await using database = await openDatabase()
    await using server = await openServer(step, answer)
    await using served = await startFunction(database, server.settings)
    const { query } = database
    const store = async (name: string) => {
      const lead = { name, email: `${name}@example.org`, phone: '555', countryCode: 'US', consent: true }
      assert.equal((await served.call('', lead)).status, 201)
      await served.background()
    }
    const passTenMinutes = async () => {
      const times = ['due_at', 'claimed_at', 'sent_at', 'queued_at']
      await query(`update outbox set ${times.map((time) => `${time} = ${time} - interval '10 minutes'`)}`)
      await query(`update sweep_steps set tried_at = tried_at - interval '9 minutes'`)
      await served.call('/sweep')
    }
    const statuses = () => query('select status from outbox group by status')

    await store('ada')
    for (let minutes = 0; minutes < 120; minutes += 10) {
      if (minutes === 50) await store('bob')
      await passTenMinutes()
    }
    assert.deepEqual([server.received, await statuses()], [[], [{ status: 'pending' }]])
    const [{ attention } = {}] = await query('select desk.attention()')
    assert.deepEqual(attention, { failed: 0, held: 0, overdue: 0, delayed: 2, own: 0 })

    server.repair()
    for (let minutes = 0; minutes < 60; minutes += 10) await passTenMinutes()
    assert.deepEqual(await statuses(), [{ status: 'sent' }])
    const ids = await query('select id from outbox order by id')
    assert.deepEqual(
      server.received.map(({ id }) => id).sort(),
      ids.map(({ id }) => id),
    )
    assert.deepEqual(server.received.map(({ subject }) => subject).sort(), [
      'Keep this email: the latest seal',
      'New lead: ada',
      'New lead: bob',
      'Some emails did not go out',
      'Your free training is ready',
      'Your free training is ready',
    ])
  })
}
