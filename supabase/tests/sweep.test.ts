import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readMigrations, readSchema } from './open-database.ts'
import { createProject } from './open-empty-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await createProject(await readSchema())
after(() => database.close())
const { rollBackAfter } = database

const jobs = 'select jobname from cron.job order by jobname'
const twoJobs = [{ jobname: 'forget-sweep-runs' }, { jobname: 'sweep-lead-emails' }]
const sent = 'select url, headers, timeout_milliseconds from net.http_request_queue'
const sweep = 'select sweep_lead_emails()'
const storeLead = `select accept_lead(gen_random_uuid(), '${JSON.stringify(sampleLead())}')`
const createSecret = (name: string, value: string) => `select vault.create_secret('${value}', '${name}')`

test('in a new project pg_net is in the schema extensions, and each job is scheduled once', async () => {
  assert.deepEqual(
    await database.query(
      `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_net'`,
    ),
    [{ schema: 'extensions' }],
  )
  assert.deepEqual(await database.query(jobs), twoJobs)
})

test('the sweep calls the function with both secrets once a mail is due', () =>
  rollBackAfter(async (query) => {
    await query(createSecret('project_url', 'https://project.test'))
    await query(createSecret('sweep_key', 'key'))
    await query(sweep)
    assert.deepEqual(await query(sent), [])
    await query(storeLead)
    await query(sweep)
    const [claimKey] = await query('select key from lead_claim_key')
    assert.deepEqual(await query(sent), [
      {
        url: 'https://project.test/functions/v1/send-lead-email/sweep',
        headers: { apikey: 'key', 'x-claim-key': claimKey?.key },
        timeout_milliseconds: 60_000,
      },
    ])
  }))

for (const [missing, secrets] of [
  ['project_url and sweep_key', []],
  ['sweep_key', [createSecret('project_url', 'https://project.test')]],
] as const) {
  test(`a sweep that lacks ${missing} says so, and how to set it`, () =>
    rollBackAfter(async (query) => {
      for (const statement of secrets) await query(statement)
      await assert.rejects(query(sweep), {
        message: new RegExp(`no secret ${missing},`),
        hint: /vault.update_secret/,
      })
    }))
}

test('where extensions are missing a notice names them, and the sweep comes when they are there', () =>
  rollBackAfter(async (query) => {
    const migration = (await readMigrations()).find(({ name }) => name === '20261121000002_sweep.sql')
    assert.ok(migration)
    await query('drop function sweep_lead_emails(); drop extension pg_cron, pg_net cascade')
    // Found before that of the catalog.
    await query(`create temp view pg_available_extensions as select 'plpgsql' as name`)
    await query(migration.sql)
    assert.match(
      database.notices.join(),
      /No sweep was scheduled.*does not have pg_cron, pg_net, supabase_vault\./,
    )
    assert.deepEqual(await query(`select to_regproc('sweep_lead_emails') as sweep`), [{ sweep: null }])
    await query('drop view pg_temp.pg_available_extensions')
    await query(migration.sql)
    assert.deepEqual(await query(jobs), twoJobs)
  }))
