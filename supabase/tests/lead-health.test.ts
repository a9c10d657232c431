import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readSchema } from './open-database.ts'
import { createProject } from './open-empty-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await createProject(await readSchema())
after(() => database.close())

/** Reads the health after some statements, which are then undone. */
const healthAfter = (...statements: string[]) =>
  database.rollBackAfter(async (query) => {
    for (const statement of statements) await query(statement)
    const [row] = await query('select lead_health() as health')
    return row?.health as Record<string, unknown>
  })

const lead = () =>
  `select accept_lead(gen_random_uuid(), '${JSON.stringify(sampleLead())}', '{"suspected_bot": false}')`

test('mails are counted by their state, and by ten minutes of delay', async () => {
  const { mails } = await healthAfter(
    ...[lead(), lead(), lead(), lead()],
    `update lead_emails set queued_at = now() - interval '1 day'`,
    `with one as (select id, row_number() over (order by id) as number from lead_emails)
     update lead_emails set
       status = (array['pending', 'sending', 'dead', 'held', 'held', 'sent', 'pending', 'sent'])[number],
       attempts = case when number = 7 then 1 else 0 end,
       due_at = now() - case when number = 1 then interval '11 minutes' else interval '9 minutes' end
     from one where one.id = lead_emails.id`,
  )
  const { oldest, ...counts } = mails as Record<string, unknown>
  assert.deepEqual(counts, { pending: 3, overdue: 1, delayed: 1, dead: 1, held: 2 })
  const age = Date.now() - Date.parse(String(oldest))
  assert.ok(Math.abs(age - 86_400_000) < 60_000, `${age} ms`)
})

test('without a mail there is no oldest', async () => {
  const { mails } = await healthAfter()
  assert.deepEqual(mails, { pending: 0, overdue: 0, delayed: 0, dead: 0, held: 0, oldest: null })
})

test('it tells what is not sealed and how long it is kept', async () => {
  const settings = `update lead_settings set keep_submissions = null, keep_traces = '30 days'`
  const kept = { keep_submissions: null, keep_traces: '30 days' }
  const { evidence } = await healthAfter(settings, lead(), 'select seal_submissions()')
  assert.deepEqual(evidence, { ...kept, unsealed: 0, unsealed_since: null })
  const { evidence: later } = await healthAfter(settings, lead(), lead())
  const { unsealed_since: since, ...counts } = later as Record<string, unknown>
  assert.deepEqual(counts, { ...kept, unsealed: 2 })
  assert.ok(Date.now() - Date.parse(String(since)) < 60_000)
})

test('what has no row is null, and nothing is unseen', async () => {
  const { mails, webhooks, evidence, migrations, ...health } = await healthAfter(
    'create schema supabase_migrations',
    `create table supabase_migrations.schema_migrations as select '20261123000000' as version`,
    'delete from cron.job',
  )
  assert.deepEqual(migrations, ['20261123000000'])
  assert.deepEqual(health, { job: null, last_run: null, secrets: {}, last_answer: null, unseen: [] })
})

test('the last run and the last answer are told, without the row that an error quotes', async () => {
  const { last_run: lastRun, last_answer: lastAnswer } = await healthAfter(
    `insert into cron.job_run_details (jobid, status, return_message, start_time)
     select jobid, status, message, start_time from cron.job, (values
       ('succeeded', '1 row', timestamptz '2026-11-21 10:00Z'),
       ('failed', E'ERROR: null value in "url"\\nDETAIL: Failing row contains (sb_secret_x)', '2026-11-21 10:01Z')
     ) run (status, message, start_time) where jobname = 'sweep-lead-emails'`,
    `insert into net._http_response (status_code, error_msg, created) values
       (200, null, '2026-11-21 10:00Z'), (null, 'Timeout was reached', '2026-11-21 10:01Z')`,
  )
  const at = '2026-11-21T10:01:00+00:00'
  assert.deepEqual(lastRun, { status: 'failed', at, error: 'ERROR: null value in "url"' })
  assert.deepEqual(lastAnswer, { status: null, error: 'Timeout was reached', at })
})

for (const [name, value, told] of [
  ['project_url', 'https://abc.supabase.co', 'https://abc.supabase.co'],
  ['project_url', 'sb_secret_put_into_the_wrong_one', 'other'],
  ['project_url', 'https://user:password@example.com', 'other'],
] as const) {
  test(`of the secret ${name} with ${value} it tells ${told}`, async () => {
    const { secrets } = await healthAfter(
      `insert into vault.decrypted_secrets (name, decrypted_secret) values ('${name}', '${value}')`,
    )
    assert.deepEqual(secrets, { [name]: told })
  })
}

test('a database without pg_cron, pg_net, Vault and a list of migrations names what is not to be seen', async () => {
  const { mails, webhooks, evidence, ...health } = await healthAfter(
    'drop extension if exists pg_cron, pg_net, supabase_vault cascade',
  )
  assert.deepEqual(health, {
    ...{ migrations: null, job: null, last_run: null, secrets: null, last_answer: null },
    unseen: ['migrations', 'job', 'last_run', 'secrets', 'last_answer'],
  })
})
