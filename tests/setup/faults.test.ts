import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { answers, openAccount } from './open-account.ts'
import type { ApiFault } from './supabase-api.ts'

for (const tool of Object.values(tools)) installTool(tool)

const project = '/v1/projects/:ref'
/** Each call fails once. The run stops at the step of the call and says why, and the next run goes on from there. */
const faults: [step: string, route: string, fault: ApiFault, sentence: RegExp][] = [
  ['Supabase login', 'GET /v1/organizations', 401, /Sign in again/],
  ['Supabase project', 'GET /v1/projects', 403, /has not the rights/],
  ['Supabase project', 'POST /v1/projects', 402, /plan of the account/],
  ['secret key', `GET ${project}/api-keys`, 500, /has a fault/],
  ['database', `POST ${project}/database/query`, 429, /Too many requests|not end in time/],
  ['function secrets', `POST ${project}/secrets`, 403, /has not the rights/],
  ['function', `POST ${project}/functions/deploy`, 'silence', /not end in time/],
  ['Vercel login', 'GET /v2/user', 403, /has not the rights|Sign in again/],
  ['Vercel project', 'POST /v11/projects', 409, /is there already/],
  ['page variables', 'POST /v10/projects/:id/env', 500, /has a fault/],
  ['domain', 'POST /v10/projects/:id/domains', 409, /is there already/],
  ['page', 'POST /v13/deployments', 403, /has not the rights/],
]

test('a run that is stopped at any step says why, and the next one goes on', async () => {
  await using account = await openAccount()
  const { api, vercel, printed } = account
  for (const [step, route, fault, sentence] of faults) {
    for (const { state } of [api, vercel]) state.faults = new Map([[route, fault]])
    printed.length = 0
    assert.equal(await account.run(answers, false, 20_000), 1)
    const log = printed.join('\n')
    const stop = printed.findIndex((line) => line.includes('STOP'))
    assert.match(printed[stop] ?? log, new RegExp(`STOP.* ${step} `), log)
    assert.match(printed[stop] ?? '', sentence)
    // What was done before is not done again.
    assert.ok(printed.slice(0, stop).filter((line) => line.includes('done ')).length <= 4, log)
  }
  for (const { state } of [api, vercel]) state.faults.clear()
  printed.length = 0
  await account.run()
  assert.match(printed.join('\n'), /Still to do\n {2}- Set this DNS record/)
  assert.equal(api.state.projects.length, 1)
  assert.equal(vercel.state.deployments.length, 1)
  assert.deepEqual([...api.state.unknown, ...vercel.state.unknown], [])
})

test('a plan changes nothing', async () => {
  await using account = await openAccount()
  assert.equal(await account.run(answers, true), 0, account.printed.join('\n'))
  const calls = [...account.api.state.calls, ...account.vercel.state.calls]
  assert.deepEqual(
    calls.filter((call) => !call.startsWith('GET')),
    [],
  )
  assert.throws(() => account.stored(), { code: 'ENOENT' })
})

test('what is there already is taken: a project, a variable, a domain', async () => {
  await using account = await openAccount()
  const { api, vercel, printed } = account
  api.state.projects.push({
    ref: 'zyxwvutsrqponmlkjihg',
    name: 'training-example-com',
    region: 'eu-west-2',
    looks: 2,
  })
  api.state.keys.push({ name: 'site', api_key: 'sb_secret_of_the_site' })
  vercel.state.project = { name: 'training-example-com', region: 'iad1' }
  vercel.state.variables.push({
    key: 'SITE_URL',
    value: 'https://old.example',
    target: ['production'],
    type: 'plain',
  })
  vercel.state.domains.push('training.example.com')
  await account.run()
  const log = printed.join('\n')
  assert.match(log, /Took training-example-com \(zyxwvutsrqponmlkjihg\) in London/)
  assert.match(log, /Moved training-example-com to London/)
  assert.match(account.stored(), /SUPABASE_SECRET_KEY="sb_secret_of_the_site"/)
  const site = vercel.state.variables.filter(({ key }) => key === 'SITE_URL')
  assert.deepEqual(
    site.map(({ value }) => value),
    ['https://training.example.com'],
  )
  assert.deepEqual(vercel.state.domains, ['training.example.com'])
})
