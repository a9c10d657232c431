import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { schema } from '../../desk/setup/steps/schema.ts'
import { supabaseProject } from '../../desk/setup/steps/supabase-project.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { isWrite } from './fail-calls.ts'
import { openAccount } from './open-account.ts'
import { listCommands } from './watch-processes.ts'

for (const tool of Object.values(tools)) installTool(tool)

type Account = Awaited<ReturnType<typeof openAccount>>

/** What is drawn at random has a name of its own. */
async function endOf({ api, vercel, database, stored, mail }: Account) {
  const { projects, secrets, passwords, calls } = api.state
  const { project, variables, domains, deployments } = vercel.state
  const end = {
    writes: [...calls, ...vercel.state.calls].filter(isWrite),
    projects: projects.map(({ ref, name, region }) => ({ ref, name, region })),
    ...{ passwords, secrets: [...secrets.keys()], project, domains },
    variables: variables.map(({ key, target, type }) => ({ key, target, type })),
    deployments: deployments.map(({ uid, files }) => ({ uid, files: files.toSorted() })),
    migrations: await database.query('select version from supabase_migrations.schema_migrations order by 1'),
    vault: await database.query('select name from vault.secrets order by 1'),
    stored: Object.keys(parseEnv(stored())),
    unknown: [...api.state.unknown, ...vercel.state.unknown],
  }
  return JSON.parse(JSON.stringify(end).replaceAll(api.url, 'api').replaceAll(`${mail.port}`, 'port'))
}

/** The same text in each run. Undefined for a call that changes nothing. */
function writeIn(call: string, body: string): string | undefined {
  if (!call.endsWith('/database/query')) return isWrite(call) && call !== 'POST /v2/files' ? call : undefined
  const { query, read_only } = JSON.parse(body)
  return read_only || query.startsWith('select') ? undefined : query.replace(/'\w{48}'|_\d+\b/g, '')
}

test('a run that is killed in each call that changes something goes on from there', async () => {
  await using whole = await openAccount()
  await using cut = await openAccount()
  const wanted = new Set<string>()
  whole.api.state.isCut = (call, body) => {
    wanted.add(writeIn(call, body) ?? '')
    return false
  }
  whole.vercel.state.isCut = whole.api.state.isCut
  await whole.run()
  wanted.delete('')
  assert.match(whole.printed.join('\n'), /Still to do/)

  const push = 'PUSH migrations'
  const killed = new Set<string>()
  let run: ReturnType<typeof cut.start> | undefined
  // Each call is done, but the run is killed before its answer. Only after SIGKILL, the program of the vendor gets it.
  cut.api.state.isCut = (call, body) => {
    const write = writeIn(call, body)
    if (!run || run.child.killed || !write || killed.has(write)) return false
    killed.add(write)
    const signal = (['SIGKILL', 'SIGINT', 'SIGTERM'] as const)[killed.size % 3]
    run.child.kill(signal)
    return signal !== 'SIGKILL'
  }
  cut.vercel.state.isCut = cut.api.state.isCut
  const isOurs = (command: string) => command.includes(cut.folder) || command.includes(cut.vercel.url)
  do {
    run = cut.start()
    // The migrations go to the database itself. A moment after this line, they are on their way.
    run.child.stdout.on('data', async (chunk) => {
      if (!`${chunk}`.includes('The migrations are pushed')) return
      await setTimeout(300)
      cut.api.state.isCut(push, '')
    })
    const ended = await once(run.child, 'close')
    if (!run.child.killed) assert.deepEqual(ended, [1, null], run.printed())
    await waitUntil('the program of the vendor has ended too', 60_000, () => !listCommands().some(isOurs))
  } while (run.child.killed)
  assert.match(run.printed(), /Still to do/)
  assert.ok(killed.delete(push))
  assert.deepEqual(
    [...killed],
    [...wanted].map((write) => write.replaceAll(whole.api.url, cut.api.url)),
  )
  assert.deepEqual(await endOf(cut), await endOf(whole))
})

test('if two runs push the migrations at once, both go on', async () => {
  await using account = await openAccount()
  assert.ok(await account.runStep(supabaseProject))
  const both = [1, 2].map(() => account.runStep([supabaseProject, schema]))
  assert.deepEqual(await Promise.all(both), [true, true], account.printed.join('\n'))
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
  assert.match(
    log,
    /would ask about the page and its emails\n {4}Where the page runs[\s\S]* {4}The region[\s\S]*takes the domain training\.example\.com[\s\S]*Vercel Pro +20 dollars, as seen in March 2026/,
  )
  const steps = [...log.matchAll(/^ +(ok|done|would|STOP) +(\S.*?) {2}/gm)]
  assert.deepEqual(new Set(steps.map(([, mark]) => mark)), new Set(['would']), log)
  assert.equal(steps.at(-1)?.[2], 'doctor', log)
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
