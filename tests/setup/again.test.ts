import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { isWrite } from './fail-calls.ts'
import { openAccount } from './open-account.ts'
import { listCommands } from './watch-processes.ts'

for (const tool of Object.values(tools)) installTool(tool)

/** Returns all that a run has made. What is drawn at random has a name of its own. */
async function endOf({ api, vercel, database, stored, mail }: Awaited<ReturnType<typeof openAccount>>) {
  const { projects, secrets, changes, passwords, calls } = api.state
  const { project, variables, domains, deployments } = vercel.state
  const end = {
    writes: [...calls, ...vercel.state.calls].filter(isWrite),
    changes: changes.map((sql) => sql.replace(/'\w{48}'/g, 'a password')),
    projects: projects.map(({ ref, name, region }) => ({ ref, name, region })),
    ...{ passwords, secrets: [...secrets], project, domains },
    variables: variables.map(({ key, target, type }) => ({ key, target, type })),
    deployments: deployments.map(({ uid, files }) => ({ uid, files: files.toSorted() })),
    migrations: await database.query('select version from supabase_migrations.schema_migrations order by 1'),
    vault: await database.query('select name from vault.secrets order by 1'),
    stored: Object.keys(parseEnv(stored())),
    unknown: [...api.state.unknown, ...vercel.state.unknown],
  }
  return JSON.parse(JSON.stringify(end).replaceAll(api.url, 'api').replaceAll(`${mail.port}`, 'port'))
}

test('a run that is stopped after each step ends as one that was never stopped', async () => {
  await using whole = await openAccount()
  await using stopped = await openAccount()
  await whole.run()
  const steps = whole.printed.flatMap(
    (line) => /^ +(?:ok|done) +(\S.*?) {2}/.exec(stripVTControlCharacters(line))?.[1] ?? [],
  )
  assert.equal(steps.at(-1), 'doctor', whole.printed.join('\n'))
  assert.equal(steps.length, 15)
  for (const step of steps.slice(0, -1))
    assert.deepEqual(await once(stopped.start(step), 'exit'), [null, 'SIGKILL'], `killed after ${step}`)
  assert.equal(await stopped.run(), 1)
  const log = stopped.printed.map(stripVTControlCharacters)
  assert.deepEqual(
    log.flatMap((line) => /^ +done +(\S.*?) {2}/.exec(line)?.[1] ?? []),
    ['doctor'],
    log.join('\n'),
  )
  assert.deepEqual(await endOf(stopped), await endOf(whole))
})

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
  assert.equal(await account.run(account.answers, true), 0, account.printed.join('\n'))
  const calls = [...account.api.state.calls, ...account.vercel.state.calls]
  assert.deepEqual(
    calls.filter((call) => !call.startsWith('GET')),
    [],
  )
  assert.throws(() => account.stored(), { code: 'ENOENT' })
})

test('a plan needs no login, no sender and no domain', async () => {
  await using account = await openAccount()
  assert.equal(await account.run({}, true), 0, account.printed.join('\n'))
  const log = account.printed.map(stripVTControlCharacters).join('\n')
  assert.match(log, /Nobody has answered yet: PAGE_HOST, SITE_URL, VIDEO_URL[\s\S]*Vercel Pro +20 dollars, as seen in March 2026/)
  const steps = [...log.matchAll(/^ +would +(\S.*?) {2}/gm)].map(([, name]) => name)
  assert.equal(steps.length, 15, log)
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
  vercel.state.demandsSensitive = false
  vercel.state.variables.push({
    key: 'SITE_URL',
    value: 'https://old.example',
    target: ['production'],
    type: 'plain',
  })
  vercel.state.domains.push('training.example.com')
  await account.run()
  assert.match(printed.join('\n'), /STOP.*setup did not make\. Set VERCEL_PROJECT=training-example-com/)
  assert.equal(vercel.state.deployments.length, 0)
  await account.run({ ...account.answers, VERCEL_PROJECT: 'training-example-com' })
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
