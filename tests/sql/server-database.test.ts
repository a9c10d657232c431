import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { arrayLiteral } from '../../desk/core/open-desk.ts'
import { callRpc } from '../../local/database/rpc.ts'
import { openServerDatabase } from '../../local/database/server-database.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await openDatabase()
const { url } = database
const local = url === undefined ? undefined : await openServerDatabase(url)
after(async () => {
  await local?.close()
  await database.close()
})

test('on a Postgres server of their own, local workers claim the emails of a submission', {
  skip: url === undefined && 'the embedded database is none',
}, async () => {
  assert.ok(local)
  const id = crypto.randomUUID()
  // See private.lead_token.
  const digest = createHash('sha256')
    .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
    .update('call')
  const callToken = digest
    .digest('hex')
    .slice(0, 32)
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const lead = { submission_id: id, lead: sampleLead(), context: { webhook: true } }
  assert.deepEqual(await callRpc(local, 'service_role', 'accept_lead', lead), {
    status: 200,
    body: { status: 'created', reminds: false, stored_id: id, call_token: callToken },
  })
  for (const [name, count] of [
    ['claim_mails', { max_mails: 5 }],
    ['claim_webhooks', { max_webhooks: 5 }],
  ] as const) {
    const submissions = [id, crypto.randomUUID()]
    const { status, body } = await callRpc(local, 'service_role', name, { ...count, submissions })
    assert.equal(status, 200, JSON.stringify(body))
    const claimed = body as { submission_id: string }[]
    assert.ok(claimed.length > 0 && claimed.every((row) => row.submission_id === id), name)
  }
})

test('on a Postgres server of their own, the desk’s lists of ids are taken, first and again', {
  skip: url === undefined && 'the embedded database is none',
}, async () => {
  assert.ok(local)
  for (const list of [[], [crypto.randomUUID()], [crypto.randomUUID(), crypto.randomUUID()], null])
    for (const _ of ['first', 'again']) {
      const literal = arrayLiteral(list)
      const [row] = await local.callAs('lead_desk', 'select $1::uuid[]::text as taken', [literal])
      assert.equal(row?.taken, literal)
    }
})

test('on a Postgres server of their own, a call from the web comes as authenticator, in the role of its token', {
  skip: url === undefined && 'the embedded database is none',
}, async () => {
  assert.ok(local)
  await database.query(`
    create function public.show_call() returns jsonb language sql set statement_timeout = '11s' as $$
      select jsonb_build_object('login', session_user, 'role', current_user,
        'timeout', current_setting('statement_timeout'), 'aal', current_setting('request.jwt.claims')::jsonb ->> 'aal',
        'reads', current_setting('transaction_read_only')) $$`)
  const call = {
    role: 'authenticated',
    claims: { aal: 'aal2' },
    called: 'show_call',
    path: '/rpc',
    headers: {},
  }
  for (const [method, reads] of [
    ['POST', 'off'],
    ['GET', 'on'],
  ] as const)
    assert.deepEqual(await callRpc(local, { ...call, method }, 'show_call', {}), {
      status: 200,
      body: { login: 'authenticator', role: 'authenticated', timeout: '11s', aal: 'aal2', reads },
    })
  // The next caller has the connection to itself.
  const [row] = await local.transaction((query) =>
    query(
      `select session_user = current_user as is_own, current_setting('request.jwt.claims', true) as claims`,
    ),
  )
  assert.deepEqual([row?.is_own, row?.claims || null], [true, null])
})
