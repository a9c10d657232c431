import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { copyLead } from './copy-lead.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

// These tables have many rows but no planner statistics yet. This is what the tables of a busy site are like in its
// first hours.
const database = await openDatabase()
after(() => database.close())
await database.query('select accept_lead(gen_random_uuid(), $1)', [sampleLead()])
await copyLead(database, 999)
await database.query(`
  insert into lead_rates (bucket, ends_at) select bucket || n, ends_at from lead_rates, generate_series(1, 999) n`)
await database.query(`update outbox set status = 'sent', reason = null`)

const source = async (name: string) =>
  String((await database.query('select prosrc from pg_proc where proname = $1', [name]))[0]?.prosrc)

const countAttention = async () =>
  (await source('count_attention')).replace('for_longer_than', `interval '10 minutes'`)

async function plan(statement: string) {
  const lines = await database.query(`explain (costs off) ${statement}`)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

async function sweepPlans() {
  const statementOf = async (name: string) =>
    / {2}(?:delete|update) [^;]+/.exec(await source(name))?.[0] ?? ''
  const steps = await Promise.all(['delete_rates', 'expire_messages'].map(statementOf))
  const [, isDue = ''] = /return \(([^;]+?)\n {2}\) or exists/.exec(await source('is_work_left')) ?? []
  const statements = [...steps, await source('find_problems'), isDue]
  statements.push(await countAttention())
  return Promise.all(statements.map(plan))
}

test('a sweep without due emails scans no table', async () => {
  await database.query('analyze lead_rates')
  for (const found of await sweepPlans()) assert.doesNotMatch(found, /Seq Scan/)
})

test('a sweep without due emails scans no table when the statistics are those of a burst of emails', async () => {
  await database.query(
    `update outbox set status = 'pending', reason = null where id in (select id from outbox limit 300)`,
  )
  await database.query('analyze outbox')
  await database.query(`update outbox set status = 'sent', reason = null`)
  for (const found of await sweepPlans()) assert.doesNotMatch(found, /Seq Scan/)
})

test('what waits is counted by index, however many emails are held', async () => {
  const body = await countAttention()
  const found = await database.rollBackAfter(async (query) => {
    await query(`update outbox set status = 'held', reason = 'suspected_bot'; analyze outbox`)
    await query(`select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
      from pg_proc, unnest(proconfig) setting where proname = 'count_attention' and setting not like 'search_path%'`)
    return (await query(`explain (costs off) ${body}`)).map((line) => line['QUERY PLAN']).join('\n')
  })
  assert.match(found, /outbox_failed_or_held_idx/)
  assert.doesNotMatch(found, /Seq Scan/)
})

test('what an email is written from is found by index', async () => {
  const found = await plan(`select * from outbox_contents where id = any ('{${crypto.randomUUID()}}')`)
  assert.match(found, /lead_submissions_lead_id_idx/)
  // Whatever is counted or gathered is worked out before, because all other workers wait for a claim.
  assert.doesNotMatch(found, /Seq Scan|Aggregate|Sort/)
})

test('whether a mailbox had an email today is read by the index of its emails', async () => {
  const body = await source('has_had_mail')
  const [statement = ''] = /select \(.*?limit 3/s.exec(body) ?? []
  const found = await plan(
    statement
      .replace('has_had_mail.mailbox', `'ada@example.org'`)
      .replace('has_had_mail.withdrawn_at', 'null::timestamptz'),
  )
  assert.match(found, /outbox_mailbox_idx/)
  assert.doesNotMatch(found, /Seq Scan|outbox_visitor_claimed_idx/)
})

test('whether the links of a mailbox were pressed is read by the index of its emails', async () => {
  const [, statement = ''] = /return \((.*)\);/s.exec(await source('is_unpressed')) ?? []
  const found = await plan(statement.replaceAll('is_unpressed.mailbox', `'ada@example.org'`))
  assert.match(found, /outbox_mailbox_idx/)
  assert.match(found, /lead_corrections_mailbox_idx/)
  assert.doesNotMatch(found, /Seq Scan|outbox_visitor_claimed_idx/)
})

test('what is not sealed yet is found by index, also when nearly all is', async () => {
  await database.query(`do $$ begin while seal_submissions() > 0 loop end loop; end $$`)
  const body = await source('seal_submissions')
  const queries = [...body.matchAll(/:= array\(\s*(select .*?) limit max_rows/gs)].map(
    ([, query]) => `${query} limit 5`,
  )
  assert.equal(queries.length, 2)
  for (const analyze of ['', 'analyze lead_submissions, lead_seal_entries']) {
    await database.query(analyze)
    const [submissions = '', erasures = ''] = await Promise.all(queries.map(plan))
    assert.match(submissions, /lead_submissions_unsealed_idx/)
    assert.match(erasures, /lead_seal_entries_erased_idx/)
    for (const found of [submissions, erasures]) assert.doesNotMatch(found, /Seq Scan/)
  }
})

test('submissions that are kept no longer are found by index', async () => {
  const body = await source('delete_expired')
  const queries = [...body.matchAll(/array\(\s*(select submission\.id.*?limit) max_rows/gs)].map(
    ([, query]) => `${query} 5`.replace(/settings\.keep_\w+/, `interval '90 days'`),
  )
  assert.equal(queries.length, 3)
  await database.query(
    `insert into lead_seals (number, format, rows_hash, erasures_hash, previous_hash, hash, sealed_at)
    select number, 1, '', '', '', '', now() from generate_series(2, 3000) number`,
  )
  await database.query('analyze lead_seals, lead_seal_entries, lead_submissions')
  for (const query of queries) {
    assert.doesNotMatch(await plan(query), /Seq Scan/, query)
  }
})

test('the deletion of many persons reads no large table once for each', () =>
  database.rollBackAfter(async (query) => {
    await query(`
      insert into untold_changes (lead_id, is_repeat) select gen_random_uuid(), true from generate_series(1, 2000);
      select seal_new();
      update lead_seals set sealed_at = sealed_at - interval '100 years';
      analyze`)
    const scans = () =>
      query(`select relname, pg_stat_get_xact_numscans(oid)::integer as scans from pg_class
        where relnamespace = 'private'::regnamespace and relkind = 'r' and reltuples >= 1000 order by 1`)
    const before = await scans()
    assert.ok(before.length >= 5, JSON.stringify(before))
    assert.deepEqual(await query(`select delete_expired(200) ->> 'persons' as persons`), [{ persons: '100' }])
    const read = (await scans()).map(({ relname, scans }, at) => [
      relname,
      Number(scans) - Number(before[at]?.scans),
    ])
    for (const [table, times] of read) assert.ok(Number(times) < 10, `${table} is read ${times} times`)
  }))

test('whether a submission comes from a person’s own source is read by the index of merged submissions', async () => {
  const bodies = [await source('is_known_source'), await source('may_change')]
  const conditions = bodies.flatMap(
    (body) => body.match(/exists \(\s*select\s+from private\.lead_submissions earlier.*?\)/gs) ?? [],
  )
  assert.equal(conditions.length, 2)
  for (const condition of conditions) {
    const values = condition
      .replace(/= person(\.id)?/, `= '${crypto.randomUUID()}'`)
      .replace('= is_known_source.ip_hash', `= 'a'`)
    const found = await plan(`select ${values}`)
    assert.match(found, /lead_submissions_merged_idx/)
    assert.doesNotMatch(found, /Seq Scan/)
  }
})

test('a claim counts by index what the budgets leave, and looks into each priority by its index', async () => {
  const counts = (await source('claim_mails')).match(/(?<=into [\w, ]+\s+)from private\.outbox.*?;/gs) ?? []
  const priorities =
    (await source('lock_due_messages')).match(
      /select message\.id\s+from private\.outbox message\s+where.*?(?=\);)/gs,
    ) ?? []
  assert.deepEqual([counts.length, priorities.length], [2, 3])
  for (const statement of [...counts.map((from) => `select count(*) ${from}`), ...priorities]) {
    const found = await plan(
      statement.replaceAll('this_priority', `'owner_first'::message_priority`).replace('room', '1'),
    )
    assert.match(found, /outbox_(visitor_claimed_idx|owner_claimed_idx|priority_idx|last_key)/)
    assert.doesNotMatch(found, /Seq Scan|Sort/)
  }
})

test('what a submission owes is found by its id, however much else is due', async () => {
  await database.query(
    `update outbox set status = 'pending', reason = null, kind = 'webhook',
      priority = 'webhook_first' where kind = 'visitor';
    analyze outbox`,
  )
  const [statement = ''] =
    /select message\.id\s+from private\.outbox message\s+join.*?(?=\);)/s.exec(
      await source('lock_due_messages'),
    ) ?? []
  const values = {
    this_priority: `'webhook_first'`,
    room: '1',
    '(submissions)': `('{${crypto.randomUUID()}}')`,
  }
  const found = await plan(
    Object.entries(values).reduce((text, [from, to]) => text.replace(from, to), statement),
  )
  assert.match(found, /outbox_submission_id_kind_key/)
  assert.doesNotMatch(found, /Seq Scan/)
})

test('a confirmation finds its email by the token, and what it confirms by index', async () => {
  const conditions =
    (await source('confirm_lead')).match(
      /\sfrom private\.leads\b.*?(?=\n {2}\)|\n {2}for no key update)/gs,
    ) ?? []
  assert.equal(conditions.length, 2)
  for (const statement of [
    await source('find_asked'),
    ...conditions.map((condition) => `select${condition}`),
  ]) {
    const found = await plan(
      statement
        .replace(/(find_asked|confirm_lead)\.token|asked\.lead_id/, `'${crypto.randomUUID()}'`)
        .replace('asked.phone_e164', `'+12015550123'`),
    )
    assert.match(found, /Index (Only )?Scan/)
    assert.doesNotMatch(found, /Seq Scan/)
  }
})
