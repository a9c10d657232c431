import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readSchema } from './open-database.ts'
import { createProject } from './open-empty-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await createProject(await readSchema())
after(() => database.close())

/** Runs these statements, reads the health, and undoes the statements. */
const healthAfter = (...statements: string[]) =>
  database.rollBackAfter(async (query) => {
    for (const statement of statements) await query(statement)
    const [row] = await query('select desk.lead_health() as health')
    return row?.health as Record<string, unknown>
  })

const lead = () =>
  `select accept_lead(gen_random_uuid(), '${JSON.stringify(sampleLead())}', '{"suspected_bot": false}')`

test('emails are counted by their state, and by ten minutes of delay', async () => {
  const { mails } = await healthAfter(
    ...[lead(), lead(), lead(), lead()],
    `update outbox set queued_at = now() - interval '1 day'`,
    `with one as (select id, row_number() over (order by id) as number from outbox)
     update outbox set
       status = (array['pending', 'sending', 'failed', 'held', 'held', 'sent', 'pending', 'sent'])[number],
       reason = (array[null, null, 'rejected', 'limit', 'limit'])[number],
       attempts = case when number = 7 then 1 else 0 end,
       due_at = now() - case when number = 1 then interval '11 minutes' else interval '9 minutes' end
     from one where one.id = outbox.id`,
  )
  const { oldest, ...counts } = mails as Record<string, unknown>
  assert.deepEqual(counts, { pending: 3, overdue: 1, delayed: 1, failed: 1, held: 2 })
  const age = Date.now() - Date.parse(String(oldest))
  assert.ok(Math.abs(age - 86_400_000) < 60_000, `${age} ms`)
})

test('without an email there is no oldest', async () => {
  const { mails } = await healthAfter()
  assert.deepEqual(mails, { pending: 0, overdue: 0, delayed: 0, failed: 0, held: 0, oldest: null })
})

test('the health names what is not sealed, since when, and how long it is kept', async () => {
  const settings = `update lead_settings set keep_submissions = null, keep_traces = '30 days'`
  const kept = { keep_submissions: null, keep_traces: '30 days' }
  const { evidence } = await healthAfter(settings, lead(), 'select seal_submissions()')
  assert.deepEqual(evidence, { ...kept, unsealed: 0, unsealed_since: null, late: false })
  const { evidence: later } = await healthAfter(settings, lead(), lead())
  const { unsealed_since: since, ...counts } = later as Record<string, unknown>
  assert.deepEqual(counts, { ...kept, unsealed: 2, late: false })
  assert.ok(Date.now() - Date.parse(String(since)) < 60_000)
  const { evidence: late } = await healthAfter(
    lead(),
    'alter table lead_submissions disable trigger lead_submissions_written_once',
    `update lead_submissions set created_at = now() - interval '61 minutes'`,
  )
  assert.equal((late as { late: boolean }).late, true)
})

test('a missing row is null, empty or named', async () => {
  const { mails, webhooks, evidence, ...health } = await healthAfter(
    'create schema supabase_migrations',
    `create table supabase_migrations.schema_migrations as select '20261123000000' as version`,
    'delete from lead_settings',
    'delete from lead_claim_key',
    'delete from mailbox_secret',
  )
  assert.deepEqual(health, {
    ...{ migrations: ['20261123000000'], jobs: [], last_run: null, project_url: '' },
    ...{
      access: [],
      empty: ['lead_settings', 'lead_claim_key', 'mailbox_secret'],
      settings_lost: false,
      secret_changed: false,
      swept: { at: null, overdue: false },
    },
    ...{
      resting_receiver: null,
      booking_silence: null,
      tells_ads: false,
      invalid_indexes: [],
      failed_steps: [],
      failed_jobs: [],
    },
  })
  assert.equal((evidence as { keep_traces: unknown }).keep_traces, null)
})

test('a secret that is younger than a suppressed mailbox is told, until the old one is back', async () => {
  const suppress = `select suppress_mailbox('ada@example.org', 'unsubscribed', 'link', now() - interval '1 day')`
  const restored = `update mailbox_secret set created_at = now() - interval '1 year'`
  assert.equal((await healthAfter(suppress)).secret_changed, true)
  assert.equal((await healthAfter(suppress, restored)).secret_changed, false)
})

for (const [what, change] of [
  ['switched off', 'active = false'],
  ['at another time', `schedule = '0 0 1 1 *'`],
  ['another command', `command = 'select 1'`],
]) {
  test(`a job that is ${what} is named, until the sweep is scheduled again`, async () => {
    const broken = `update cron.job set ${change} where jobname = 'sweep-outbox'`
    assert.deepEqual((await healthAfter(broken)).jobs, ['sweep-outbox'])
    assert.deepEqual((await healthAfter(broken, 'select schedule_lead_sweep()')).jobs, [])
  })
}

test('the last success tells whether the sweep is late, without the row that an error quotes', async () => {
  const run = (status: string, minutes: number) =>
    `insert into cron.job_run_details (jobid, status, return_message, start_time)
     select jobid, '${status}', E'ERROR: null value in "url"\nDETAIL: Failing row contains (sb_secret_x)',
       now() - interval '${minutes} minutes' from cron.job where jobname = 'sweep-outbox'`
  const lastRun = async (...runs: string[]) =>
    (await healthAfter(...runs)).last_run as Record<string, unknown>
  const error = 'ERROR: null value in "url"'
  const { at, ...failedOnce } = await lastRun(run('succeeded', 1), run('failed', 0))
  assert.ok(Date.now() - Date.parse(String(at)) > 50_000)
  assert.deepEqual(failedOnce, { late: false, error })
  assert.equal((await lastRun(run('succeeded', 6))).late, true)
  assert.deepEqual(await lastRun(run('failed', 6), run('failed', 0)), { at: null, late: true, error })
})

for (const [value, told] of [
  ['https://abc.supabase.co', 'https://abc.supabase.co'],
  ['sb_secret_put_into_the_wrong_one', 'other'],
  ['https://user:password@example.com', 'other'],
]) {
  test(`the health calls the secret project_url ${told} when it is ${value}`, async () => {
    const { project_url: address } = await healthAfter(
      `select vault.create_secret('${value}', 'project_url')`,
    )
    assert.equal(address, told)
  })
}

test('a database without pg_cron, pg_net, Vault and a list of migrations tells null of each', async () => {
  const { migrations, jobs, last_run, project_url } = await healthAfter(
    'drop extension if exists pg_cron, pg_net, supabase_vault cascade',
  )
  assert.deepEqual([migrations, jobs, last_run, project_url], [null, null, null, null])
})

test('an index that a cancelled reindex left is named, and a receiver that is gone is told', async () => {
  const broken = await healthAfter(
    `update pg_index set indisvalid = false where indexrelid = 'private.leads_words_idx'::regclass`,
    `insert into private.webhook_receivers values ('a', 'infinity', null, now())`,
  )
  assert.deepEqual(
    [broken.invalid_indexes, broken.resting_receiver],
    [['leads_words_idx'], { fault: '', until: null }],
  )
  const resting = await healthAfter(
    `insert into private.webhook_receivers values ('a', now() + interval '1 hour', null, now())`,
  )
  assert.equal(resting.resting_receiver, null)
})
