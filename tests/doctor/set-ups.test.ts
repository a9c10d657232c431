import assert from 'node:assert/strict'
import { setServers } from 'node:dns'
import { after, test } from 'node:test'
import { askDatabase } from '../../desk/doctor/ask-database.ts'
import { examine } from '../../desk/doctor/examine.ts'
import { readTarget } from '../../desk/doctor/target.ts'
import { readMigrations, readSchema } from '../sql/open-database.ts'
import { createProject } from '../sql/open-empty-database.ts'
import { brokenDatabases } from './broken-databases.ts'
import { brokenFunctions } from './broken-functions.ts'
import { brokenSites } from './broken-sites.ts'
import { follow } from './follow.ts'
import { openMailServer } from './open-mail-server.ts'
import { openNameServer } from './open-name-server.ts'
import { workingProject } from './serialise.ts'
import { project, soundZone } from './sound-project.ts'
import { soundSetUps } from './sound-set-ups.ts'
import { type Broken, createWorld, type World } from './world.ts'

// The Edge Function needs these parts of the Deno runtime.
Object.assign(globalThis, { Deno: { env: { get: () => undefined } }, addEventListener: () => {} })
const realFetch = globalThis.fetch
const { info, error } = console
const clock = Date.now

const database = await createProject(await readSchema())
const versions = (await readMigrations()).map(({ name }) => name.split('_')[0] ?? '')
await database.query(workingProject(`https://${project}.supabase.co`, versions))
const mailServer = await openMailServer()
const zone = structuredClone(soundZone)
const nameServer = await openNameServer(zone)
setServers([nameServer.server])
after(async () => {
  Object.assign(console, { info, error })
  globalThis.fetch = realFetch
  Date.now = clock
  nameServer.close()
  await Promise.all([mailServer.close(), database.close()])
})

/** Creates a set-up without faults, runs the work in it, and then undoes all changes. */
const inWorld = (work: (world: World) => Promise<void>) =>
  database.rollBackAfter(async (query) => {
    const world = await createWorld(query, mailServer.port)
    // If the last sweep was five minutes ago, the doctor reports it. The tests of this file may take longer than five
    // minutes.
    await query('update cron.job_run_details set start_time = now()')
    await query(`insert into private.sweep_steps (step, tried_at) values ('queue_alerts', now())`)
    await query('savepoint sound')
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      return new URL(request.url).hostname === '127.0.0.1' ? realFetch(request) : world.fetch(request)
    }
    try {
      await work(world)
    } finally {
      await world.close()
    }
  })

async function faultsOf(world: World) {
  for (const name of Object.keys(zone)) delete zone[name]
  Object.assign(zone, world.zone)
  const { sender, mail } = world
  Date.now = () => clock() + world.clockAheadMs
  const target = readTarget(world.variables, { sender, mail })
  const asked = askDatabase(target, world.open ?? (() => world.desk), 20)
  const results = await examine(target, asked).finally(() => {
    Date.now = clock
  })
  for (const { sentence, todo } of results)
    assert.doesNotMatch(
      `${sentence} ${todo}`,
      /sb_secret_\w|:secret|:right|cdn\.example|@example\.org|owner@|hidden|hid@den/,
      'no key, password, person or video',
    )
  return results.filter(({ status }) => status === 'fault')
}

const broken: Broken[] = [...brokenFunctions, ...brokenSites, ...brokenDatabases]

test('there are at least ninety broken set-ups and twenty sound ones', () => {
  assert.ok(broken.length >= 90 && soundSetUps.length >= 20, `${broken.length}, ${soundSetUps.length}`)
})

for (const [what, breakIt, sentence, ...checks] of broken) {
  test(`it names ${what}, and what it says repairs that`, () =>
    inWorld(async (world) => {
      await breakIt(world)
      const faults = await faultsOf(world)
      const [first = checks] = checks
      assert.deepEqual(
        [...new Set(faults.map(({ check }) => check))].sort(),
        checks.toSorted(),
        JSON.stringify(faults, null, 1),
      )
      const told = faults.filter(({ check }) => check === first).map((fault) => fault.sentence)
      assert.ok(
        told.some((text) => sentence.test(text)),
        told.join('\n'),
      )
      for (const todo of new Set(faults.map((fault) => String(fault.todo)))) await follow(todo, world)
      // A minute later the sweep has tried again what failed.
      await world.query('select public.run_housekeeping(step) from private.failing_steps()')
      assert.deepEqual(await faultsOf(world), [])
    }))
}

for (const [what, change] of soundSetUps) {
  test(`it finds nothing wrong with ${what}`, () =>
    inWorld(async (world) => {
      await change(world)
      assert.deepEqual(await faultsOf(world), [])
    }))
}

test('a remedy leads the sweep to the project of the database, whatever SUPABASE_URL says, or says no address', () =>
  inWorld(async (world) => {
    await world.query('delete from vault.secrets')
    world.variables.SUPABASE_URL = 'https://api.example'
    const todo = async () => (await faultsOf(world)).find(({ check }) => check === 'sweep answer')?.todo
    const statement = `select vault.create_secret('https://${project}.supabase.co', 'project_url')`
    assert.equal(await todo(), `Run in the SQL editor of project ${project}: ${statement};`)
    world.variables.SUPABASE_DB_URL = 'postgres://postgres:secret@db.example/postgres'
    assert.match(String(await todo()), /^Put the address of this very project into Vault/)
  }))
