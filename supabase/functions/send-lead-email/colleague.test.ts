import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { openDatabase } from '../../../tests/sql/open-database.ts'
import { openInbox } from '../../../tests/sql/open-inbox.ts'
import { startFunction } from '../../../tests/sql/start-function.ts'

const [owner, colleague, gone] = ['owner@brand.example', 'ada@brand.example', 'gone@brand.example']
const lead = { name: 'Lea', email: 'lea@example.org', phone: '555', countryCode: 'US', consent: true }

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/** Opens the chain with a mail server that refuses the mailbox `gone`. These colleagues get each lead. */
async function openChain(colleagues: string[], variables: Record<string, string> = {}) {
  const database = await openDatabase()
  const server = { isDown: false }
  const options: SMTPServerOptions = {
    onMailFrom: (_address, _session, callback) => callback(server.isDown ? refusal(451, '4.3.0 down') : null),
    onRcptTo: ({ address }, _, callback) =>
      callback(address === gone ? refusal(550, '5.1.1 no such user') : null),
  }
  const inbox = await openInbox(options)
  const served = await startFunction(database, { ...inbox.settings, OWNER_EMAIL: owner, ...variables })
  const setColleagues = (addresses: string[]) =>
    database.query('select desk.change_settings($1)', [{ also_notify: addresses.join('\n') }])
  await setColleagues(colleagues)
  await database.query(`delete from outbox where kind = 'notice'`)
  const mailsOfLead = async () => (await inbox.read()).filter(({ subject }) => subject?.includes('lead: Lea'))
  return {
    ...{ database, inbox, served, server, setColleagues, mailsOfLead },
    async send(context = {}) {
      assert.equal((await served.call('', { ...lead, context })).status, 201)
      await served.background()
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await inbox.close()
      await database.close()
    },
  }
}

test('a colleague gets the owner’s email of a lead, and a dead mailbox of another keeps it from nobody', async () => {
  await using chain = await openChain([gone, colleague])
  await chain.send()
  assert.deepEqual(chain.inbox.mails.flatMap(({ to }) => to).sort(), [colleague, lead.email, owner])
  const [first, second, ...others] = await chain.mailsOfLead()
  assert.deepEqual(others, [])
  assert.deepEqual(first?.to?.length, 1)
  for (const mail of [first, second]) assert.deepEqual(mail?.replyTo, [{ name: '', address: lead.email }])
  assert.deepEqual([first?.html, first?.text], [second?.html, second?.text])
  assert.notEqual(first?.messageId, second?.messageId)
  assert.deepEqual(await chain.database.query(`select kind, recipient from outbox where status <> 'sent'`), [
    { kind: 'colleague', recipient: gone },
  ])
  assert.ok(!chain.served.lines.some((line) => line.includes('@')))
})

test('a dead mailbox of the owner does not keep a lead from a colleague', async () => {
  await using chain = await openChain([colleague], { OWNER_EMAIL: gone })
  await chain.send()
  assert.deepEqual(chain.inbox.mails.flatMap(({ to }) => to).sort(), [colleague, lead.email])
  assert.deepEqual(await chain.database.query(`select kind, status from outbox where status <> 'sent'`), [
    { kind: 'owner', status: 'pending' },
  ])
})

test('a colleague who is in OWNER_EMAIL too gets one email of a lead', async () => {
  await using chain = await openChain([colleague], { OWNER_EMAIL: `${owner}, Ada@brand.example` })
  await chain.send()
  assert.equal((await chain.mailsOfLead()).length, 1)
  assert.deepEqual(await chain.database.query(`select from outbox where status <> 'sent'`), [])
})

test('a colleague gets nothing from a preview, and nothing but leads', async () => {
  await using chain = await openChain([colleague])
  await chain.send({ preview: true })
  await chain.setColleagues([colleague, 'bob@brand.example'])
  await chain.database.query(`select private.queue_owner_mail('alert')`)
  await chain.served.call('/sweep')
  const subjects = (await chain.inbox.read()).map(({ subject }) => subject).sort()
  assert.deepEqual(
    subjects.filter((subject) => !subject?.startsWith('Keep this email')),
    [
      'Some emails did not go out',
      'Someone changed who gets your leads',
      '[Preview] New lead: Lea',
      '[Preview] Your free training is ready',
    ],
  )
  assert.deepEqual(new Set(chain.inbox.mails.flatMap(({ to }) => to)), new Set([owner]))
})

test('two changes of the list reach the owner as two emails, even if the mail server was down', async () => {
  await using chain = await openChain([])
  chain.server.isDown = true
  await chain.setColleagues([colleague])
  await chain.setColleagues([])
  assert.equal((await chain.served.call('/sweep')).body.deferred, 2)
  await chain.database.query('update outbox set due_at = now()')
  chain.server.isDown = false
  assert.equal((await chain.served.call('/sweep')).body.sent, 2)
  assert.deepEqual(
    chain.inbox.mails.map(({ to }) => to),
    [[owner], [owner]],
  )
  const texts = (await chain.inbox.read()).map(({ text }) => String(text))
  for (const told of ['now get each lead', 'no longer get leads'])
    assert.equal(texts.filter((text) => text.includes(`${told}:\n\n- ${colleague}\n`)).length, 1)
  for (const text of texts) assert.match(text, /DESK_KEY.*database login/)
})
