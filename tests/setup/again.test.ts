import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { answers, openAccount } from './open-account.ts'
import { listCommands } from './watch-processes.ts'

for (const tool of Object.values(tools)) installTool(tool)

test('a run that is killed in the middle of a call goes on when it is started again', async () => {
  await using account = await openAccount()
  const { api, vercel, printed } = account
  // Each call is done, but the run is killed before its answer. Ctrl-C ends the CLI of the vendor too.
  const kills = [
    [api.state, 'POST /v1/projects', () => api.state.projects.length > 0, 'SIGINT'],
    [api.state, 'POST /v1/projects/:ref/functions/deploy', () => api.state.version, 'SIGTERM'],
    [vercel.state, 'POST /v13/deployments', () => vercel.state.deployments.length > 0, 'SIGKILL'],
  ] as const
  for (const [{ faults }, route, isDone, signal] of kills) {
    faults.set(route, 'lost')
    const run = account.start()
    const ended = once(run, 'exit')
    while (!isDone() && run.exitCode === null) await setTimeout(50)
    run.kill(signal)
    assert.deepEqual(await ended, [null, signal])
    const isOurs = (command: string) => command.includes(account.folder) || command.includes(vercel.url)
    if (signal !== 'SIGKILL')
      await waitUntil('the CLI has ended too', 10_000, async () => !listCommands().some(isOurs))
    faults.clear()
  }
  const before = api.state.calls.filter((call) => call.endsWith('/deploy')).length
  assert.equal(await account.run(), 1)
  assert.match(printed.join('\n'), /Still to do/)
  assert.equal(api.state.calls.filter((call) => call.endsWith('/deploy')).length, before)
  assert.equal(api.state.projects.length, 1)
  assert.deepEqual(api.state.passwords, [], 'the first password of the database is replaced')
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
