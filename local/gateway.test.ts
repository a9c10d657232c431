import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStack } from './stack.ts'
import { testSettings } from './test-settings.ts'

const settings = await testSettings()
const stack = await startStack(settings, { parts: ['gateway'], log: () => {} })
const gateway = `http://127.0.0.1:${settings.gatewayPort}`
test.after(async () => {
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
})

test('A data folder that is in use is refused, and said so', async () => {
  const lines: string[] = []
  const other = await testSettings({ LOCAL_DATA_DIR: settings.dataDir })
  await assert.rejects(startStack(other, { parts: ['gateway'], log: (line) => lines.push(line) }), {
    message: 'gateway did not start (exit code 1)',
  })
  assert.match(lines.join('\n'), /The data folder .* is in use by another process/)
})

test('A call without the right key gets 401', async () => {
  assert.equal((await call('rest/v1/rpc/begin_lead_sweep', {}, 'wrong')).status, 401)
  assert.equal((await call('pg/query', { query: 'select 1' }, settings.publishableKey)).status, 401)
})

test('The publishable key may not call the functions of the leads', async () => {
  const { status, body } = await call('rest/v1/rpc/begin_lead_sweep', {}, settings.publishableKey)
  assert.equal(status, 401)
  assert.deepEqual(body, {
    code: '42501',
    message: 'permission denied for function begin_lead_sweep',
    details: null,
    hint: null,
  })
})

test('Errors have the shape and the status that PostgREST gives them', async () => {
  await query(`create function public.refuse() returns void language plpgsql as $$
    begin raise exception 'no' using errcode = 'PT429', detail = 'too many', hint = 'wait'; end $$`)
  assert.deepEqual(await call('rest/v1/rpc/refuse', {}), {
    status: 429,
    body: { code: 'PT429', message: 'no', details: 'too many', hint: 'wait' },
  })
  await query('drop function public.refuse()')
  const missing = await call('rest/v1/rpc/refuse', { a: 1 })
  assert.equal(missing.status, 404)
  assert.equal(missing.body.code, 'PGRST202')
  assert.equal(missing.body.message, 'Could not find the function public.refuse(a) in the schema cache')
  const wrongType = await call('rest/v1/rpc/accept_lead', { submission_id: 'none', lead: {} })
  assert.equal(wrongType.status, 400)
  assert.equal(wrongType.body.code, '22P02')
  assert.equal((await call('rest/v1/rpc/accept_lead', [])).body.code, 'PGRST102')
})

test('Answers are JSON as PostgREST writes it', async () => {
  await query(`
    create function public.one() returns integer language sql as 'select 1';
    create function public.many(up_to integer default 2) returns setof integer language sql
      as 'select generate_series(1, up_to)';
    create function public.pairs() returns table (a integer, b text) language sql as $$ select 1, 'x' $$;
    create function public.nothing() returns void language sql as '';`)
  assert.equal((await call('rest/v1/rpc/one', {})).body, 1)
  assert.deepEqual((await call('rest/v1/rpc/many', {})).body, [1, 2])
  assert.deepEqual((await call('rest/v1/rpc/many', { up_to: 3 })).body, [1, 2, 3])
  assert.deepEqual((await call('rest/v1/rpc/pairs', {})).body, [{ a: 1, b: 'x' }])
  assert.equal((await call('rest/v1/rpc/nothing', {})).status, 204)
})

test('A function that does not answer is a relay error', async () => {
  const response = await fetch(`${gateway}/functions/v1/send-lead-email`, { method: 'POST', body: '{}' })
  assert.equal(response.status, 503)
  assert.equal(response.headers.get('x-relay-error'), 'true')
})

test('The page of the leads is for this machine only', async () => {
  const page = await fetch(gateway)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<h1>Leads<\/h1>/)
})

test('A gateway that is killed keeps every lead it has acknowledged', async () => {
  const acknowledged: string[] = []
  const lead = { name: 'Ann', phone: '1', phone_e164: null, country_code: 'US', consent: true }
  const submit = async () => {
    for (;;) {
      const id = randomUUID()
      const body = { submission_id: id, lead: { ...lead, email: `${id}@example.com` } }
      const reply = await call('rest/v1/rpc/accept_lead', body).catch(() => undefined)
      if (reply?.body !== 'created') return
      acknowledged.push(id)
    }
  }
  const visitors = Promise.all([submit(), submit(), submit(), submit()])
  await sleep(700)
  stack.gateway.kill('SIGKILL')
  await visitors
  await stack.gateway.restart()
  const stored = await query(
    'select id from public.lead_submissions where id::text in (select json_array_elements_text($1::text::json))',
    [JSON.stringify(acknowledged)],
  )
  assert.ok(acknowledged.length > 0)
  assert.equal(stored.length, acknowledged.length)
})

async function call(path: string, body: unknown, apikey = settings.secretKey) {
  const init = { method: 'POST', headers: { apikey }, body: JSON.stringify(body) }
  const response = await fetch(`${gateway}/${path}`, init)
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

async function query(sql: string, parameters?: unknown[]): Promise<unknown[]> {
  const { status, body } = await call('pg/query', { query: sql, parameters })
  assert.equal(status, 200, body.message)
  return body
}
