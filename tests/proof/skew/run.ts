import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type * as settings from '../../../local/settings.ts'
import { settingsEnv } from '../../../local/settings.ts'
import type * as stack from '../../../local/stack.ts'
import { buildSite, copyProject } from '../../kit/copy-project.ts'
import { openForm } from '../../kit/post-form.ts'
import { createQuery } from '../../kit/query.ts'
import { createRandom } from '../../kit/random.ts'
import { startApp } from '../../kit/start-app.ts'
import { makeSubmissions } from '../../kit/submission.ts'
import { testSettings } from '../../kit/test-settings.ts'
import { type Figure, noneOf, tell } from '../harness/figure.ts'
import { createLedger } from '../harness/ledger.ts'
import { openMailFolder } from '../harness/mail-folder.ts'
import { liftLimits, outboxEmpty } from '../harness/outbox.ts'
import { type Engine, engines } from '../harness/postgres.ts'
import { type DeriveKey, verify } from '../harness/verify.ts'

/**
 * Deploys the working tree over an older version. The version is given as a commit, a branch or a tag. By default it
 * is the last release. Before the first release, a copy of the working tree with one more migration is deployed over
 * the working tree.
 */
const workingTree: Version = { name: 'the working tree', folder: path.join(import.meta.dirname, '../../..') }
const before = process.argv[2] ?? lastRelease()
const [old, next] = before ? [checkOut(before), workingTree] : [workingTree, withOneMoreMigration()]
for (const { folder } of [old, next]) buildSite(folder)
const [oldKey, newKey] = ['sb_secret_old', 'sb_secret_new']
const oldSite = { version: old, key: oldKey }
const nextSite = { version: next, key: oldKey }
const newKeySite = { version: next, key: newKey }
const oneKey = { keys: [oldKey], sites: [oldSite, nextSite] }
const nextBackend = { schema: next, function: next }

const rollouts: Record<string, Step[]> = {
  'in order, schema, function, and the sites at any time': [
    { ...oneKey, schema: old, function: old },
    { ...oneKey, schema: next, function: old },
    { ...oneKey, ...nextBackend },
  ],
  'with the function first by mistake': [
    { ...oneKey, schema: old, function: next, mailsMayWait: true },
    { ...oneKey, ...nextBackend },
  ],
  // When the old key is deleted, the function still has both keys.
  'of a new secret key': [
    { ...nextBackend, keys: [oldKey], sites: [nextSite] },
    { ...nextBackend, keys: [oldKey, newKey], sites: [nextSite, newKeySite] },
    { ...nextBackend, keys: [newKey], functionKeys: [oldKey, newKey], sites: [newKeySite] },
  ],
}

console.log(`${old.name} to ${next.name}`)
for (const engine of engines)
  for (const [way, steps] of Object.entries(rollouts)) {
    const figures = await rollOut(engine, steps).catch((error) => [noneOf('faults', [error.message])])
    tell(`${engine.name}, ${way}`, figures)
  }

type Site = { version: Version; key: string }
/**
 * The versions and keys that are in use at the same time. The sweep uses the last key. The function may also have
 * keys that are no longer valid.
 */
type Step = {
  schema: Version
  function: Version
  keys: string[]
  functionKeys?: string[]
  sites: Site[]
  mailsMayWait?: boolean
}

/**
 * Goes through the steps of a rollout with one database. In each step, visitors use every site. Returns the figures
 * of the checker.
 */
async function rollOut(engine: Engine, steps: Step[]): Promise<Figure[]> {
  const random = createRandom(1)
  const databaseUrl = await engine.freshDatabase()
  // The sweep runs as often as possible, so that the steps do not have to wait for it.
  const settings = await testSettings({ DATABASE_URL: databaseUrl, SWEEP_SECONDS: '1' })
  const gatewayUrl = `http://127.0.0.1:${settings.gatewayPort}`
  const mails = openMailFolder(path.join(settings.dataDir, 'mail'))
  const ledger = createLedger()
  await using running = new AsyncDisposableStack()
  running.defer(() => rm(settings.dataDir, { recursive: true, force: true }))
  const start = async <T extends { stop(): Promise<void> }>(starting: Promise<T>) =>
    running.adopt(await starting, (part) => part.stop())
  const last = steps.at(-1) as Step
  await start(startServices(last.schema, settingsEnv(settings), ['inbox']))
  const pages = new Map<Site, string>()
  const deriveKeys: DeriveKey[] = []
  for (const site of new Set(steps.flatMap(({ sites }) => sites))) {
    const { submissionKey } = await import(path.join(site.version.folder, 'lib/lead/submission-key.ts'))
    deriveKeys.push((formId, lead) => submissionKey(formId, lead, site.key))
    const backend = { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: site.key }
    pages.set(site, (await start(startApp(site.version.folder, backend))).origin)
  }
  for (const step of steps) {
    const { keys, functionKeys = keys } = step
    const secretKey = keys.at(-1) as string
    const envWith = ([first = '', second = first]: string[]) =>
      settingsEnv({ ...settings, secretKey, secretKeys: { default: first, next: second } })
    const query = createQuery(gatewayUrl, secretKey)
    const gateway = await start(startServices(step.schema, envWith(keys), ['gateway']))
    const functions = await start(startServices(step.function, envWith(functionKeys), ['function']))
    await liftLimits({ query })
    for (const site of step.sites) {
      const by = await openForm({ pageUrl: pages.get(site) as string }, random)
      for (const submission of makeSubmissions(random, 10)) {
        const { outcome } = await ledger.send(submission, by)
        if (outcome !== 'success')
          throw new Error(`step ${steps.indexOf(step) + 1}, site of ${site.version.name}: ${outcome}`)
      }
    }
    if (!step.mailsMayWait) await outboxEmpty({ query })
    if (step === last) return (await verify({ query, mails, deriveKeys }, ledger)).figures
    await functions.stop()
    await gateway.stop()
  }
  throw new Error('There are no steps')
}

type Version = { name: string; folder: string }

function lastRelease(): string | undefined {
  const options = ['tag', '--list', 'v*', '--sort=-version:refname', '--merged']
  return execFileSync('git', options, { cwd: workingTree.folder, encoding: 'utf8' }).split('\n')[0]
}

function withOneMoreMigration(): Version {
  const folder = copyProject(path.join('skew', 'next'))
  cpSync(path.join(folder, 'tests/sql/upgrade'), path.join(folder, 'supabase/migrations'), {
    recursive: true,
  })
  return { name: 'the same with one more migration', folder }
}

/**
 * Copies the version with this commit, branch or tag. The copy uses the packages of the working
 * tree.
 */
function checkOut(ref: string): Version {
  const folder = copyProject(path.join('skew', ref.replaceAll('/', '-')), ref)
  return { name: ref, folder }
}

/**
 * Starts some services of the local stack from the folder of a version. They then use the function and the migrations
 * of that version.
 */
async function startServices({ folder }: Version, env: settings.Env, services: stack.ServiceName[]) {
  const { readSettings }: typeof settings = await import(path.join(folder, 'local/settings.ts'))
  const { startStack }: typeof stack = await import(path.join(folder, 'local/stack.ts'))
  return startStack(readSettings(env), { services, log: () => {} })
}
