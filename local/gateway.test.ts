import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import test from 'node:test'
import { openDesk } from '../desk/core/open-desk.ts'
import { createQuery } from '../tests/kit/query.ts'
import { testSettings } from '../tests/kit/test-settings.ts'
import { startStack } from './stack.ts'

const settings = await testSettings()
const stack = await startStack(settings, { services: ['gateway'], log: () => {} })
const gateway = `http://127.0.0.1:${settings.gatewayPort}`
const login = { authorization: `Bearer ${settings.deskKey}` }
const query = createQuery(gateway, settings.secretKey)
test.after(async () => {
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
})

test('A start that fails prints why, without a stack trace', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line.split('│ ')[1] ?? '')
  const inUse = await testSettings({ LOCAL_DATA_DIR: settings.dataDir })
  const noServer = await testSettings({ DATABASE_URL: `postgres://127.0.0.1:${inUse.smtpPort}/leads` })
  for (const wrong of [inUse, noServer]) {
    await assert.rejects(startStack(wrong, { services: ['gateway'], log }), {
      message: 'gateway did not start (exit code 1)',
    })
  }
  assert.deepEqual(lines, [
    `The data folder ${settings.dataDir} is in use by another process; stop that process, or set LOCAL_DATA_DIR to another folder`,
    'The Postgres server at DATABASE_URL does not answer (ECONNREFUSED)',
  ])
})

test('A call without the right key gets 401', async () => {
  assert.equal((await call('rest/v1/rpc/run_housekeeping', {}, 'wrong')).status, 401)
  assert.equal((await call('pg/query', { query: 'select 1' }, 'wrong')).status, 401)
})

const lead = { name: 'Ann', phone: '1', phone_e164: null, country_code: 'US', consent: true }
const submit = (email: string, context: object = {}, id: string = randomUUID()) =>
  call('rest/v1/rpc/accept_lead', { submission_id: id, lead: { ...lead, email }, context })
await submit('ann@example.com')

const docs = 'https://docs.postgrest.org/en/stable/references'
const rpc = (name: string, body: unknown = {}) => call(`rest/v1/rpc/${name}`, body)
const shape = ({ status, body }: Awaited<ReturnType<typeof rpc>>) => [status, body.code, Object.keys(body)]
const members = ['code', 'message', 'details', 'hint']

/**
 * What the product relies on in PostgREST, and where its documents say so. The gateway answers the same, which each
 * entry checks: it returns what came and what must come.
 */
const documented: Record<string, { source: string; answers: () => Promise<[unknown, unknown]> }> = {
  'The members of a posted object are the arguments, and JSON is an argument as it is': {
    source: `${docs}/api/functions.html#calling-with-post`,
    answers: async () => {
      const { status, body } = await submit('eve@example.com', {}, submission)
      const { call_token: _, ...answer } = body
      return [
        { status, body: answer },
        { status: 200, body: { status: 'created', reminds: false, stored_id: submission } },
      ]
    },
  },
  'A list is an argument that is an array, and a function that returns a set answers a list of rows': {
    source: `${docs}/api/functions.html#functions-with-array-parameters`,
    answers: async () => {
      const { status, body } = await rpc('claim_mails', { max_mails: 1, submissions: [submission] })
      const [{ id, attempt, submitted_at: submittedAt }] = body
      claimed = { id, attempt, outcome: 'deferred', error: null }
      return [
        [status, body.length, String(submittedAt).replace(/\d/g, '0').replace(/\.0+/, '')],
        [200, 1, '0000-00-00T00:00:00+00:00'],
      ]
    },
  },
  'A function that returns one value answers it alone': {
    source: `${docs}/api/functions.html#scalar-functions`,
    answers: async () => [await rpc('settle_message', claimed), { status: 200, body: 'pending' }],
  },
  'A function that returns nothing answers null': {
    source: `${docs}/api/functions.html#scalar-functions`,
    answers: async () => [await rpc('settle_message', claimed), { status: 200, body: null }],
  },
  'A SQLSTATE of the form PT429 is the status 429, and the body has the members of a Postgres error': {
    source: `${docs}/errors.html#raise-errors-with-http-status-codes`,
    answers: async () => {
      await query('update private.lead_settings set day_hold_after = 0, day_refuse_after = 0')
      const refused = await submit('bob@example.com', { ip_hash: 'a'.repeat(64) })
      await query('update private.lead_settings set day_hold_after = default, day_refuse_after = default')
      return [shape(refused), [429, 'PT429', members]]
    },
  },
  'An error of Postgres without a status of its own is 400': {
    source: `${docs}/errors.html#http-status-codes`,
    answers: async () => [shape(await submit('bob@example.com', {}, 'none')), [400, '22P02', members]],
  },
  'A function that the role may not call is 403': {
    source: `${docs}/errors.html#http-status-codes`,
    answers: async () => {
      await query('create function public.forbidden() returns integer language sql as $$ select 1 $$')
      await query('revoke execute on function public.forbidden() from public, service_role')
      return [shape(await rpc('forbidden')), [403, '42501', members]]
    },
  },
  'A function that the schema does not have, such as one of Postgres, is PGRST202': {
    source: `${docs}/errors.html#pgrst202`,
    answers: async () => [shape(await rpc('pg_sleep')), [404, 'PGRST202', members]],
  },
  'A body that is no JSON object is PGRST102': {
    source: `${docs}/errors.html#pgrst102`,
    answers: async () => {
      const { status, body } = await rpc('accept_lead', [])
      return [
        [status, body.code],
        [400, 'PGRST102'],
      ]
    },
  },
}
const submission = randomUUID()
let claimed: unknown

for (const [says, { source, answers }] of Object.entries(documented))
  test(`${says} (${source})`, async () => {
    const [came, wanted] = await answers()
    assert.deepEqual(came, wanted)
  })

test('Housekeeping answers true if an email is due', async () => {
  await query(
    `update private.outbox set status = 'sent', sent_at = now(); delete from private.outbox where kind = 'seal'`,
  )
  // The sweep seals the submission, and an email with the seal becomes due.
  assert.deepEqual(await rpc('run_housekeeping'), { status: 200, body: true })
})

test('Values nested too deeply for the database are refused, and the gateway serves on', async () => {
  const post = (path: string, body: string) =>
    fetch(`${gateway}/${path}`, { method: 'POST', headers: { apikey: settings.secretKey }, body })
  for (const levels of [200, 1_000, 3_000, 7_000, 100_000]) {
    const lists = '['.repeat(levels) + ']'.repeat(levels)
    const refused = await post(
      'rest/v1/rpc/accept_lead',
      `{"submission_id":"x","context":{},"lead":${lists}}`,
    )
    assert.equal(refused.status, 400, `${levels} levels`)
    assert.equal((await refused.json()).code, 'PGRST102', `${levels} levels`)
    assert.equal((await post('pg/query', `{"query":"select $1::json","parameters":${lists}}`)).status, 400)
  }
  assert.deepEqual(await query('select 1 as one'), [{ one: 1 }])
})

test('Only a post is answered', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
    for (const path of ['rest/v1/rpc/run_housekeeping', 'pg/query', 'doctor/function']) {
      const headers = { ...(path.startsWith('doctor') && login), apikey: settings.secretKey }
      const response = await fetch(`${gateway}/${path}`, { method, headers })
      assert.equal(response.status, 404)
      assert.equal(response.headers.get('access-control-allow-origin'), null)
    }
  }
})

test('A function that does not answer is a relay error', async () => {
  const response = await fetch(`${gateway}/functions/v1/send-lead-email`, { method: 'POST', body: '{}' })
  assert.equal(response.status, 503)
  assert.equal(response.headers.get('x-relay-error'), 'true')
})

test('The functions of the desk answer this machine alone, and no other site in its browser', async () => {
  const url = `${gateway}/desk/rpc/show_lead`
  const body = JSON.stringify({ email: 'ann@example.com' })
  const post = (headers: Record<string, string>, to = url) => fetch(to, { method: 'POST', headers, body })
  const json = { ...login, 'content-type': 'application/json' }
  const shown = (await (await post(json)).json()) as Record<string, unknown>
  assert.deepEqual([shown.name, shown.submissions], ['Ann', 1])
  assert.equal((await post({ ...login, 'content-type': 'text/plain' })).status, 404)
  assert.equal((await fetch(url, { headers: login })).status, 404)
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [403, null])
  for (const path of ['/desk/rpc/show_lead', '/doctor/function']) {
    const headers = { ...json, host: 'elsewhere.example.com' }
    const call = request(`${gateway}${path}`, { method: 'POST', headers }).end(body)
    const [elsewhere] = await once(call, 'response')
    assert.equal(elsewhere.resume().statusCode, 403)
  }
})

test('The desk’s functions run as its role: they reach nothing else, and errors name their code', async () => {
  const ask = async (name: string, values: object) => {
    const init = {
      method: 'POST',
      headers: { ...login, 'content-type': 'application/json' },
      body: JSON.stringify(values),
    }
    const response = await fetch(`${gateway}/desk/rpc/${name}`, init)
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  await query('create function desk.forbidden() returns integer language sql as $$ select 1 $$')
  await query('revoke execute on function desk.forbidden() from public, lead_desk')
  assert.deepEqual(await ask('forbidden', {}), [403, '42501'])
  assert.deepEqual(await ask('list_leads', { filters: { mails: 'lost' } }), [400, '22023'])
  assert.deepEqual(await ask('no_such_function', {}), [404, 'PGRST202'])
  assert.deepEqual(await ask('show_lead', { 'id := null)': 1 }), [404, 'PGRST202'])
  assert.deepEqual(await query('select current_user as role'), [{ role: 'postgres' }])
})

test('The operator’s commands need the port and the key to reach the local leads', async () => {
  const port = { GATEWAY_PORT: String(settings.gatewayPort) }
  const desk = openDesk({ ...port, DESK_KEY: settings.deskKey })
  const shown = await desk.call('show_lead', { email: 'ann@example.com' })
  assert.equal((shown as { name?: string }).name, 'Ann')
  await assert.rejects(desk.call('list_leads', { filters: { mails: 'lost' } }), {
    name: 'Error',
    code: '22023',
  })
  for (const env of [{ DESK_KEY: 'another-key-of-a-desk' }, { LOCAL_DATA_DIR: settings.dataDir }])
    await assert.rejects(openDesk({ ...port, ...env }).call('attention'), { code: 'key' })
})

test('Another user of this machine gets 401 and nothing of the leads, whatever they pretend', async () => {
  const own = `http://127.0.0.1:${settings.gatewayPort}`
  for (const path of ['desk/rpc/show_lead', 'desk/rpc/list_leads', 'doctor/function'])
    for (const headers of [
      {},
      { origin: own, 'sec-fetch-site': 'same-origin' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${settings.secretKey}` },
      { cookie: `desk-${settings.gatewayPort}=${settings.deskKey}` },
    ] as Record<string, string>[]) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }
      assert.equal((await fetch(`${gateway}/${path}`, init)).status, 401, path)
    }
})

test('Another site cannot have the gateway put its key into a call of the function', async () => {
  const headers = { ...login, 'content-type': 'text/plain' }
  const init = { method: 'POST', body: '{"mail":true}', headers }
  assert.equal((await fetch(`${gateway}/doctor/function`, init)).status, 404)
})

test('A gateway that is killed keeps every lead that it has acknowledged', async () => {
  const acknowledged: string[] = []
  async function submitOnAndOn() {
    for (;;) {
      const id = randomUUID()
      const reply = await submit(`${id}@example.com`, {}, id).catch(() => undefined)
      if (reply?.body?.status !== 'created') return
      // The gateway is killed while other submissions are under way.
      if (acknowledged.push(id) === 20) stack.gateway.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 4 }, submitOnAndOn))
  await stack.gateway.restart()
  const stored = await query(
    'select id from private.lead_submissions where id::text in (select json_array_elements_text($1::text::json))',
    [JSON.stringify(acknowledged)],
  )
  assert.ok(acknowledged.length >= 20)
  assert.equal(stored.length, acknowledged.length)
})

async function call(path: string, body: unknown, apikey = settings.secretKey) {
  const init = { method: 'POST', headers: { apikey }, body: JSON.stringify(body) }
  const response = await fetch(`${gateway}/${path}`, init)
  return { status: response.status, body: await response.json() }
}
