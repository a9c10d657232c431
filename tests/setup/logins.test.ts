import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { prices } from '../../desk/setup/setup.ts'
import { read } from '../checks/documents.ts'
import { openTerminal } from '../kit/open-terminal.ts'
import { isWrite } from './fail-calls.ts'
import { openAccount } from './open-account.ts'
import { organization } from './supabase-api.ts'
import { teamId } from './vercel-api.ts'

for (const tool of Object.values(tools)) installTool(tool)

type Account = Awaited<ReturnType<typeof openAccount>>

// No call tells the rights of a token of Supabase. So the first call that lacks one says which.
const rows: [what: string, change: (account: Account) => unknown, sentence: RegExp][] = [
  [
    'a token of Supabase that may not list organizations',
    ({ api }) => api.state.faults.set('GET /v1/organizations', 403),
    /STOP.* Supabase login .*lacks the right database_read, database_write\. It cannot be changed/,
  ],
  [
    'a token that Vercel does not know any more',
    ({ vercel }) => vercel.state.faults.set('GET /v2/user', 403),
    /STOP.* Vercel login .*VERCEL_TOKEN was not accepted\. Make another token/,
  ],
  [
    'a token of Vercel that may not list teams',
    ({ vercel }) => vercel.state.faults.set('GET /v2/teams', 403),
    /STOP.* Vercel login .*lacks the rights/,
  ],
  [
    'a login of Vercel that may only read',
    ({ vercel }) => Object.assign(vercel.state, { role: 'VIEWER' }),
    /STOP.* Vercel login .*the role VIEWER, which cannot deploy/,
  ],
]
for (const [what, change, sentence] of rows)
  test(`${what} is refused before anything is changed`, async () => {
    await using account = await openAccount()
    const { api, vercel, printed } = account
    change(account)
    assert.equal(await account.run(), 1)
    assert.match(printed.join('\n'), sentence)
    assert.deepEqual([...api.state.calls, ...vercel.state.calls].filter(isWrite), [])
    assert.deepEqual(api.state.changes, [])
  })

test('a member is told which role to ask for, and the run goes on from there once they have it', async () => {
  await using account = await openAccount()
  const { api, vercel, printed } = account
  const stops = async (sentence: RegExp) => {
    printed.length = 0
    assert.equal(await account.run(), 1)
    assert.match(printed.join('\n'), sentence)
  }
  Object.assign(vercel.state, { role: 'VIEWER' })
  api.state.role = 'Developer'
  await stops(
    /STOP.* Vercel login .*the role VIEWER, which cannot deploy a page\. Ask an owner for the role Member/,
  )
  Object.assign(vercel.state, { role: 'DEVELOPER' })
  await stops(
    /STOP.* Supabase project .*organization cool-green-pqdr0qc, the login may not create a project\. Ask an owner for/,
  )
  assert.deepEqual([api.state.projects, api.state.passwords, vercel.state.project], [[], [], undefined])

  api.state.role = 'Administrator'
  vercel.state.faults.set('POST /v11/projects', 403)
  await stops(/STOP.* Vercel project .*lacks the rights/)
  assert.equal(vercel.state.project, undefined)

  vercel.state.faults.clear()
  Object.assign(vercel.state, { role: 'MEMBER' })
  printed.length = 0
  await account.run()
  assert.match(printed.join('\n'), /Still to do/)
  assert.doesNotMatch(printed.join('\n'), /STOP/)
  assert.equal(api.state.calls.filter((call) => call === 'POST /v1/projects').length, 2)
  assert.equal(vercel.state.deployments.length, 1)
})

test('with several organizations and teams, nobody is chosen unasked, and the choice is kept', async () => {
  await using account = await openAccount()
  const { SUPABASE_ORG: _, VERCEL_TEAM: __, ...rest } = account.answers
  assert.equal(await account.run(rest), 1)
  assert.match(account.printed.join('\n'), /STOP.* Set SUPABASE_ORG .*Example \(cool-green-pqdr0qc\), Free/)
  assert.deepEqual([...account.api.state.calls, ...account.vercel.state.calls].filter(isWrite), [])

  account.printed.length = 0
  const seen = openTerminal(['example', 'example'], /pays for the[^\n]*: $/)
  assert.equal(await account.runAt(seen.terminal, rest, true), 0, account.printed.join('\n'))
  seen.end()
  assert.equal(await seen.printed, '', 'a plan asks nothing')
  const plan = account.printed.map(stripVTControlCharacters).join('\n')
  assert.match(
    plan,
    /would +Supabase login +ask for the organization that pays for the project: Example \(.*Free/,
  )
  assert.match(
    plan,
    /would +Vercel login +ask for the team that pays for the page: example \(.*adas-projects/,
  )
  assert.match(plan, /would +Vercel project +be planned as soon as the team is known/)

  const { terminal, end } = openTerminal(['example', 'example', ''], /(?:pays for the|Start \[)[^\n]*: $/)
  account.api.state.faults.set('POST /v1/projects', 403)
  await account.runAt(terminal, rest)
  end()
  const stored = parseEnv(account.stored())
  assert.deepEqual([stored.SUPABASE_ORG, stored.VERCEL_TEAM], [organization, teamId])
})

test('a token that is not accepted is named', async () => {
  await using account = await openAccount()
  account.api.state.faults.set('GET /v1/organizations', 401)
  assert.equal(await account.run(), 1)
  assert.match(
    account.printed.join('\n'),
    /STOP.* SUPABASE_ACCESS_TOKEN was not accepted\. Make another token/,
  )
})

test('nothing is written before the operator has seen the plan and said yes', async () => {
  await using account = await openAccount()
  const { api, vercel, printed } = account
  account.zone['training.example.com'] = ['A 198.51.100.7']
  const { terminal, end } = openTerminal(['', 'no'], /(?:Where the page runs|Start \[)[^\n]*: $/)
  assert.equal(await account.runAt(terminal, account.answers), 1)
  end()
  assert.deepEqual([...api.state.calls, ...vercel.state.calls].filter(isWrite), [])
  assert.deepEqual(api.state.changes, [])
  const log = printed.map(stripVTControlCharacters).join('\n')
  assert.match(log, /would +Supabase project +create the project training-example-com in Frankfurt/)
  assert.match(log, /Nothing was changed at Supabase or Vercel\. To correct an answer/)
  assert.match(log, /DNS of training\.example\.com: A 198\.51\.100\.7\n/)
  for (const { plan, dollars, seen, at } of prices) {
    assert.match(log, new RegExp(`${plan} +${dollars} dollars, as seen in ${seen} +${at}`))
    const [company = ''] = plan.split(' ')
    // The price and its date are those of docs/scale.md.
    assert.match(
      read('docs/scale.md').replaceAll('\n', ' '),
      new RegExp(`\\[${company}\\]\\(${at}\\) \\((?:[^)]* )?${seen}\\): Pro costs ${dollars} `),
    )
  }
})
