import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readSchema } from './open-database.ts'
import { createProject } from './open-empty-database.ts'
import { sampleLead } from './sample-lead.ts'

const database = await createProject(await readSchema())
after(() => database.close())
const { rollBackAfter } = database

const jobs = 'select jobname from cron.job order by jobname'
const eachMinute = ['outbox', 'queue', 'numbers', 'changes', 'reminders', 'seals', 'expired', 'owner']
const atNight = ['delete-sweep-runs', 'drop-failed-rebuilds', 'rebuild-search']
const allJobs = [...atNight, ...eachMinute.map((name) => `sweep-${name}`)]
  .sort()
  .map((jobname) => ({ jobname }))
const [job] = await database.query(`select command from cron.job where jobname = 'sweep-outbox'`)
const sweep = String(job?.command)
const sent = 'select url, headers, timeout_milliseconds from net.http_request_queue'
const storeLead = `select accept_lead(gen_random_uuid(), '${JSON.stringify(sampleLead())}')`
const createSecret = (name: string, value: string) => `select vault.create_secret('${value}', '${name}')`

test('in a new project pg_net is in the schema extensions, and each job is scheduled once', async () => {
  assert.deepEqual(
    await database.query(
      `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_net'`,
    ),
    [{ schema: 'extensions' }],
  )
  assert.deepEqual(await database.query(jobs), allJobs)
})

test('the sweep calls the function by the claim key alone once an email is due', () =>
  rollBackAfter(async (query) => {
    await query(createSecret('project_url', 'https://project.test/'))
    await query(sweep)
    assert.deepEqual(await query(sent), [])
    await query(storeLead)
    await query(sweep)
    const [claimKey] = await query('select key from lead_claim_key')
    assert.deepEqual(await query(sent), [
      {
        url: 'https://project.test/functions/v1/send-lead-email/sweep',
        headers: { 'x-claim-key': claimKey?.key },
        timeout_milliseconds: 60_000,
      },
    ])
  }))

test('a sweep that lacks the address of the project says so, and how to set it', () =>
  rollBackAfter(async (query) => {
    await query(storeLead)
    await assert.rejects(query('select desk.start_sweep()'), { hint: /vault.create_secret/ })
  }))

test('a call of the function that cannot start undoes nothing, and is named', () =>
  rollBackAfter(async (query) => {
    await query(storeLead)
    for (const { command } of await query(`select command from cron.job where jobname like 'sweep-%'`))
      await query(String(command))
    const [fault, ...others] = await query('select * from failing_steps()')
    assert.equal(fault?.step, 'call_function')
    assert.match(String(fault?.error), /no secret project_url,/)
    assert.deepEqual(others, [])
    assert.deepEqual(await query('select from lead_submissions where seal_number is null'), [])
    await query(`select run_housekeeping('queue_alerts'), run_housekeeping('write_contents')`)
    assert.deepEqual(await query(`select contents from outbox where kind = 'alert'`), [
      { contents: { housekeeping: 1 } },
    ])
  }))

test('a step that is too slow is undone alone, and is named', () =>
  rollBackAfter(async (query) => {
    await query(storeLead)
    await query(`create or replace function private.tell_changes() returns boolean language plpgsql as
      $$ begin perform pg_sleep(60); return true; end $$`)
    await query(`set local statement_timeout = '1s'`)
    await query(`select run_housekeeping('tell_changes')`)
    await query(`set local statement_timeout = '1min'`)
    await query(`select run_housekeeping('seal_new')`)
    assert.deepEqual(await query('select * from failing_steps()'), [
      { step: 'tell_changes', error: 'canceling statement due to statement timeout' },
    ])
    assert.deepEqual(await query('select from lead_submissions where seal_number is null'), [])
  }))

test('a step that never comes back is named once others have come back twice', () =>
  rollBackAfter(async (query) => {
    await query('select run_housekeeping()')
    await query(`update sweep_steps set tried_at = tried_at - interval '11 minutes'`)
    const steps = await query(`select unnest(array_remove(housekeeping_steps(), 'delete_rates')) as step`)
    const failing = async () => (await query('select step from failing_steps()')).map(({ step }) => step)
    for (const { step } of steps) await query('select run_housekeeping($1)', [step])
    assert.deepEqual(await failing(), [], 'after the first sweep in a long time')
    for (const { step } of steps) await query('select run_housekeeping($1)', [step])
    assert.deepEqual(await failing(), ['delete_rates'])
  }))

test('the indexes that a cancelled rebuild left are dropped, and no others', () =>
  rollBackAfter(async (query) => {
    await query(`create index leads_words_idx_ccnew on leads (id);
      create index leads_words_idx_ccnew1 on leads (id); create index sound_ccnew on leads (id);
      update pg_index set indisvalid = false where indexrelid::regclass::text ~ 'leads_words_idx'`)
    const [job] = await query(`select command from cron.job where jobname = 'drop-failed-rebuilds'`)
    await query(String(job?.command))
    assert.deepEqual(
      await query(
        `select relname from pg_class where relname ~ '^leads_words_idx|_ccnew' and relkind = 'i' order by 1`,
      ),
      [{ relname: 'leads_words_idx' }, { relname: 'sound_ccnew' }],
    )
  }))

test('the desk calls the sweep even if nothing is due, and reads the answer', () =>
  rollBackAfter(async (query) => {
    await query(createSecret('project_url', 'https://project.test'))
    const [started] = await query('select desk.start_sweep() as sweep')
    const answer = () => query('select desk.sweep_answer($1) as answer', [started?.sweep])
    assert.deepEqual(await answer(), [{ answer: null }])
    await query(`
      insert into net._http_response (id, status_code) overriding system value values (${started?.sweep}, 401);
      insert into net._http_response (id, error_msg) overriding system value values (4711, 'of another caller')`)
    assert.deepEqual(await answer(), [{ answer: { status: 401, error: null } }])
  }))

test('where extensions are missing a notice names them, and the sweep comes when they are there', () =>
  rollBackAfter(async (query) => {
    await query('drop extension pg_cron, pg_net cascade')
    // Postgres looks for temporary views first, so it finds this view instead of the one in the catalog.
    await query(`create temp view pg_available_extensions as select 'plpgsql' as name`)
    await query('select schedule_lead_sweep()')
    assert.match(
      database.notices.join(),
      /No sweep was scheduled.*does not have pg_cron, pg_net, supabase_vault\./,
    )
    await query('drop view pg_temp.pg_available_extensions')
    await query('select schedule_lead_sweep()')
    assert.deepEqual(await query(jobs), allJobs)
  }))

test('a sweep that was switched off and changed is scheduled again as it was', () =>
  rollBackAfter(async (query) => {
    const schedules = 'select jobname, schedule, command, active from cron.job order by jobname'
    const before = await query(schedules)
    await query(`update cron.job set active = false, schedule = '0 0 1 1 *', command = 'select 1'`)
    await query('select schedule_lead_sweep()')
    assert.deepEqual(await query(schedules), before)
  }))

test('the index of words, which keeps those of deleted persons, is small again after its job', async () => {
  const kilobytes = async () => {
    const [row] = await database.query(`select pg_relation_size('leads_words_idx') / 1000 as size`)
    return Number(row?.size)
  }
  const [job] = await database.query(`select command from cron.job where jobname = 'rebuild-search'`)
  await database.query(`
    insert into leads (email, name, phone, country_code)
    select gen_random_uuid() || '@example.org', 'Ada Lovelace', '(201) 555-0123', 'US' from generate_series(1, 2000);
    delete from leads`)
  await database.query('vacuum leads')
  const before = await kilobytes()
  assert.ok(before > 200, `${before} kB`)
  await database.query(String(job?.command))
  assert.ok((await kilobytes()) < 50, `${await kilobytes()} kB`)
})
