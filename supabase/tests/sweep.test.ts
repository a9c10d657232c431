import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { PGlite } from '@electric-sql/pglite'
import { addExtensions } from './add-extensions.ts'
import { readMigrations, readProject, readSchema } from './open-database.ts'
import { createInProcess } from './open-empty-database.ts'
import { openSnapshot } from './open-snapshot.ts'
import { sampleLead } from './sample-lead.ts'

const migrations = await readMigrations()
const sweepMigrations = migrations.filter(({ name }) => name.endsWith('_sweep.sql'))

const project = await readProject()
const databases: Pick<PGlite, 'close'>[] = []
after(() => Promise.all(databases.map((db) => db.close())))

/** Opens a project in this process, since only there stand-ins for the extensions exist. */
async function openProject() {
  const db = await openSnapshot([project], (db) => db.exec(project))
  databases.push(db)
  const notices: string[] = []
  return {
    notices,
    addExtensions: () => addExtensions(db),
    /** Runs a migration in a transaction of its own. */
    migrate: ({ sql }: { sql: string }) =>
      db.transaction((transaction) =>
        transaction.exec(sql, { onNotice: ({ message }) => notices.push(String(message)) }),
      ),
    rows: async (sql: string) => (await db.query(sql)).rows,
  }
}

async function openMigrated() {
  const database = await createInProcess(await readSchema())
  databases.push(database)
  return { rows: database.query }
}

const schemaOfNet = `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_net'`
const jobs = 'select jobname from cron.job order by jobname'
const twoJobs = [{ jobname: 'forget-sweep-runs' }, { jobname: 'sweep-lead-emails' }]
const sent = 'select url, headers, timeout_milliseconds from net.http_request_queue'
const sweep = 'select sweep_lead_emails()'
const claimKey = async (rows: (sql: string) => Promise<unknown[]>) =>
  (await rows('select key from lead_claim_key'))[0] as { key: string }
const setSecrets = `select vault.create_secret('https://project.test', 'project_url'), vault.create_secret('key', 'sweep_key')`
const storeLead = `select accept_lead(gen_random_uuid(), '${JSON.stringify(sampleLead())}')`

test('in a new project pg_net is in the schema extensions, and each job is scheduled once', async () => {
  const { rows, notices, migrate, addExtensions } = await openProject()
  await addExtensions()
  for (const migration of migrations) await migrate(migration)
  assert.deepEqual(await rows(schemaOfNet), [{ schema: 'extensions' }])
  assert.deepEqual(await rows(jobs), twoJobs)
  assert.doesNotMatch(notices.join(), /stays/)
})

test('the sweep names each secret that Vault does not have, and calls the function once it has both', async () => {
  const { rows } = await openMigrated()
  await rows(storeLead)
  await assert.rejects(rows(sweep), {
    message: /no secret project_url and sweep_key,/,
    hint: /vault.update_secret/,
  })
  await rows(`select vault.create_secret('https://project.test', 'project_url')`)
  await assert.rejects(rows(sweep), /no secret sweep_key,/)
  await rows(`select vault.create_secret('key', 'sweep_key')`)
  await rows(sweep)
  assert.deepEqual(await rows(sent), [
    {
      url: 'https://project.test/functions/v1/send-lead-email/sweep',
      headers: { apikey: 'key', 'x-claim-key': (await claimKey(rows)).key },
      timeout_milliseconds: 60_000,
    },
  ])
})

test('the sweep calls nothing while no mail is due', async () => {
  const { rows } = await openMigrated()
  await rows(setSecrets)
  await rows(sweep)
  assert.deepEqual(await rows(sent), [])
})

test('a pg_net that holds requests or answers stays in public, a notice says how to move it, and the sweep runs', async () => {
  for (const table of ['http_request_queue', '_http_response']) {
    const { rows, notices, migrate, addExtensions } = await openProject()
    await addExtensions()
    for (const migration of migrations) {
      if (migration === sweepMigrations[1]) await rows(`insert into net.${table} default values`)
      await migrate(migration)
    }
    assert.deepEqual(await rows(schemaOfNet), [{ schema: 'public' }])
    assert.match(
      notices.join(),
      /pg_net stays in the schema public.*create extension pg_net with schema extensions/,
    )
    await rows(setSecrets)
    await rows(storeLead)
    await rows(sweep)
    assert.equal((await rows(`${sent} where url is not null`)).length, 1)
  }
})

test('where extensions are missing a notice names them, and the sweep comes when they are there', async () => {
  const { rows, notices, migrate, addExtensions } = await openProject()
  for (const migration of migrations) if (migration !== sweepMigrations[1]) await migrate(migration)
  assert.ok(sweepMigrations[1])
  await migrate(sweepMigrations[1])
  assert.match(notices.join(), /No sweep was scheduled.*pg_cron, pg_net, supabase_vault/)
  assert.deepEqual(await rows(`select to_regproc('sweep_lead_emails') as sweep`), [{ sweep: null }])
  await addExtensions()
  await migrate(sweepMigrations[1])
  assert.deepEqual(await rows(jobs), twoJobs)
  assert.deepEqual(await rows(schemaOfNet), [{ schema: 'extensions' }])
})
