import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { after, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { openDatabase } from '../open-database.ts'
import { searchPath } from '../test-database.ts'

/** How many people there are. With `CAUGHT_UP=100000`, a minute is what the product promises: 100 forms a second. */
const people = Number(env.CAUGHT_UP) || 2_000
/** How many more come in a minute. */
const aMinute = (people * 6) / 100
/** How many more come in ten minutes at last. With `TEN_MINUTES=60000`, these are 100 a second. */
const inTenMinutes = Number(env.TEN_MINUTES) || 1_000

/** For how long each step holds what it has locked while visitors press. */
const heldSeconds = Number(env.HELD_SECONDS) || 1

const database = await openDatabase()
after(() => database.close())
const { query } = database
await query(`
  update lead_settings set ip_hold_after = 1000000, pair_hold_after = 1000000, day_hold_after = 1000000,
    domain_hold_after = 1000000, busy_after = 1000000, visitor_mails_per_minute = 1000000,
    owner_mails_per_hour = 1000000, crowd_refuse_after = 1000000, double_opt_in = true,
    remind_after = '1 hour'`)

await query(await readFile(new URL('../../proof/load/grow-one-day.sql', import.meta.url), 'utf8'))
await query(`select store_submissions(now() - interval '2 days', false, ${people})`)
await query('analyze')

const steps = (await query('select unnest(housekeeping_steps()) as step')).map(({ step }) => String(step))
const count = async (what: string) => Number((await query(`select count(*) as rows from ${what}`))[0]?.rows)
/** Does something, and returns what it returned with the seconds that it took. */
async function timed<Result>(work: () => Promise<Result>): Promise<[result: Result, seconds: number]> {
  const begun = performance.now()
  const result = await work()
  return [result, (performance.now() - begun) / 1000]
}

/** How long each step took in all, and how often it was called. */
const spent = new Map<string, { calls: number; seconds: number; most: number }>()
/** How long it takes to accept a form. */
let aForm = 0
/** Does what a minute does: pg_cron calls each step once. Then the function calls those that left work. */
async function sweep() {
  for (const step of steps)
    for (let hasMore = true, calls = 0; hasMore; calls += 1) {
      assert.ok(calls < people, `${step} never ends`)
      const [[row], seconds] = await timed(() => query('select run_housekeeping($1) as more', [step]))
      const known = spent.get(step) ?? { calls: 0, seconds: 0, most: 0 }
      spent.set(step, {
        calls: known.calls + 1,
        seconds: known.seconds + seconds,
        most: Math.max(known.most, seconds),
      })
      hasMore = row?.more === true
    }
  assert.deepEqual(await query('select * from failing_steps()'), [])
}

/** In production, autovacuum does this. */
const analyze = () => query('analyze')

const acceptMany = (many: number, batch = crypto.randomUUID()) =>
  query(
    `select count(accept_lead(gen_random_uuid(), jsonb_build_object('name', 'Ada Lovelace', 'email', at || '-' || $2::text || '@example.org',
        'phone', '(201) 555-0123', 'phone_e164', '+1201' || lpad((5550000 + (random() * 4000000)::integer)::text, 7, '0'),
        'country_code', 'US', 'consent', true), jsonb_build_object('webhook', true, 'ip_hash', md5(random()::text) || md5(at::text))))
      from generate_series(1, $1::integer) at`,
    [many, batch],
  )
/** The emails arrive that wait. */
const mailAll = () =>
  query(`update outbox set status = 'sent', claimed_at = now(), sent_at = now(), attempts = 1
    where kind <> 'webhook' and status = 'pending'`)
/** The receiver takes all posts that are due. Returns how many. */
async function postAll(most = Number.POSITIVE_INFINITY) {
  let posted = 0
  for (let some = 1; some > 0 && posted < most; posted += some) {
    const [row] = await query(
      `select count(settle_message(id, attempt, 'sent')) as some
        from claim_webhooks(100, null, (select key from lead_claim_key), 'crm')`,
    )
    some = Number(row?.some)
  }
  return posted
}
/** Half of those who were asked press the button. Returns how many. What finds them costs more, the more there are. */
async function confirmHalf() {
  const tokens = await query(`select token from outbox join leads on leads.id = lead_id
    where token is not null and kind = 'visitor' and leads.consent = 'asked' and md5(lead_id::text) < '8'
      and leads.confirmed_at is null`)
  return timed(() =>
    query(
      `select count(confirm_lead(token::uuid, '{"consent_text": "Mine.", "webhook": true}'))
        from jsonb_array_elements_text($1) token`,
      [tokens.map(({ token }) => token)],
    ),
  )
}

const late = {
  sealed: 'lead_submissions where seal_number is null and not held',
  told: 'untold_changes',
  reminded: 'leads where remind_at <= now()',
  stopped: 'number_events where told_at is null',
  digested: `outbox where reason = 'in_digest' and digest_id is null`,
  expired: `lead_seal_entries where submission_id is not null and seal_number <= (select max(number) from lead_seals
    where sealed_at < now() - (select keep_submissions from lead_settings))`,
}
/** Nothing that a sweep does is left for another. */
async function expectCaughtUp(when: string) {
  for (const [what, rows] of Object.entries(late)) assert.equal(await count(rows), 0, `not ${what} ${when}`)
}

function report(t: TestContext, title: string) {
  t.diagnostic(title)
  for (const [step, { calls, seconds, most }] of spent)
    if (most > 0.02)
      t.diagnostic(
        `  ${step}: ${calls} calls, ${seconds.toFixed(1)} s, at most ${(most * 1000).toFixed(0)} ms`,
      )
  spent.clear()
}

test('what comes in a minute is sealed and told by one sweep, and so is what came while none ran', async (t) => {
  await sweep()
  assert.equal(await count(late.sealed), 0)
  report(t, `${people} submissions of the time without sweeps`)
  const [, accepting] = await timed(() => acceptMany(aMinute))
  aForm = accepting / aMinute
  await mailAll()
  await analyze()
  const [, confirming] = await confirmHalf()
  const [posted, posting] = await timed(postAll)
  const [, sweeping] = await timed(sweep)
  t.diagnostic(
    `${aMinute} forms in ${accepting.toFixed(1)} s, half confirmed in ${confirming.toFixed(1)} s, ` +
      `${posted} posts in ${posting.toFixed(1)} s, sweep ${sweeping.toFixed(1)} s`,
  )
  await expectCaughtUp('after the minute')
  report(t, 'steps')
})

test('a minute of reminders, of stops, of withdrawals and of people who expire is one sweep', async (t) => {
  await postAll()
  await query(`update leads set remind_at = now() where id in (select id from leads where remind_at is not null
    limit ${aMinute})`)
  await sweep()
  report(t, `${aMinute} reminders`)
  await expectCaughtUp('after the reminders')
  const [, stopping] = await timed(() =>
    query(`select count(receive_text(phone_e164, 'STOP', 'stop', id::text)) from (
      select id, phone_e164 from leads where consent = 'confirmed' limit ${Math.round(aMinute / 5)}) person`),
  )
  await sweep()
  report(t, `${Math.round(aMinute / 5)} stops, received in ${stopping.toFixed(1)} s`)
  await expectCaughtUp('after the stops')
  await query(`select count(stop_lead(lead_token(secret, 'stop'))) from (
    select secret from leads where consent = 'asked' limit ${Math.round(aMinute / 5)}) person`)
  await sweep()
  report(t, `${Math.round(aMinute / 5)} withdrawals`)
  await expectCaughtUp('after the withdrawals')
  await query(`update lead_seals set sealed_at = sealed_at - interval '100 years'
    where number <= (select min(seal_number) from lead_submissions where email like '%@example.org')`)
  await query(`delete from lead_seal_entries where submission_id in (
    select id from lead_submissions where email like '%@example.com')`)
  const expired = await count(late.expired)
  await sweep()
  // Who presses a button about a person in such a call waits for its end, and for at most 2 s.
  const { calls = 0, seconds = 0 } = spent.get('delete_and_log') ?? {}
  assert.ok(expired / calls <= 250, `${expired} submissions in ${calls} calls`)
  assert.ok(seconds / expired < aForm / 2, `${expired} submissions in ${seconds.toFixed(1)} s`)
  report(t, `${expired} submissions that expire`)
  assert.equal(await count(late.expired), 0)
  // What follows from the deletion of their submissions is looked at a minute later.
  await sweep()
  await expectCaughtUp('after the expiry')
})

test('after a restore everybody is queued within 20 sweeps of 5,000, and posted, news first', async (t) => {
  await postAll()
  await query(`insert into told_leads (lead_id, receiver) select id, 'crm' from leads on conflict do nothing`)
  await analyze()
  const told = await count('told_leads')
  const [, reapplying] = await timed(() => query(`select desk.reapply_removals('none')`))
  t.diagnostic(`reapply_removals of ${told} people: ${reapplying.toFixed(1)} s`)
  let calls = 0
  let queuing = 0
  for (let hasMore = true; hasMore; calls += 1) {
    const [[row], seconds] = await timed(() => query(`select run_housekeeping('tell_changes') as more`))
    queuing += seconds
    hasMore = row?.more === true
  }
  assert.ok(calls <= Math.ceil((told + 1) / 5_000) + 1, `${calls} calls`)
  assert.equal(await count('untold_changes'), 0)
  const queued = await count(`outbox where kind = 'webhook' and status = 'pending'`)
  assert.ok(queued >= told)
  // What happens now is news: a person changes, and two are deleted.
  const [news, ...expiring] = (
    await query(`select lead_id from outbox where kind = 'webhook' and status = 'pending'
      group by lead_id order by max(due_at) desc limit 3`)
  ).map(({ lead_id }) => lead_id)
  await query(`update leads set name = 'News' where id = $1`, [news])
  await query('delete from leads where id in (select value::uuid from jsonb_array_elements_text($1))', [
    expiring,
  ])
  await sweep()
  const claimed = `select coalesce(event, 'created') as event, name
    from claim_webhooks(3, null, (select key from lead_claim_key), 'crm') order by 1`
  assert.deepEqual(await query(claimed), [
    { event: 'erased', name: null },
    { event: 'erased', name: null },
    { event: 'updated', name: 'News' },
  ])
  const [posted, posting] = await timed(() => postAll(5_000))
  t.diagnostic(
    `${queued} queued by ${calls} calls in ${queuing.toFixed(1)} s, ${posted} posted in ${posting.toFixed(1)} s`,
  )
})

test('while a step of the sweep works for long, no press waits for it', async (t) => {
  const session = () =>
    postgres(database.url ?? '', { max: 1, fetch_types: false, connection: { search_path: searchPath } })
  const [sweeper, visitor] = [session(), session()]
  /**
   * People come, the receiver hears of them, and one after another presses each button, while the step holds what it
   * has locked. The step ends after the last press, so a press that waited for it would fail after 2 s.
   */
  const measure = async (step?: string) => {
    await acceptMany(20)
    await mailAll()
    const visitors = await query(`
      select leads.id, email, token, lead_token(secret, 'stop') as stop, lead_token(secret, 'watch') as watch
      from leads join outbox on outbox.lead_id = leads.id and token is not null
      order by leads.created_at desc limit 20`)
    const ids = visitors.map(({ id }) => id)
    await query(
      `insert into told_leads (lead_id, receiver) select id::uuid, 'crm' from jsonb_array_elements_text($1) id`,
      [ids],
    )
    await query(
      `delete from outbox where kind = 'webhook' and lead_id in (select value::uuid from jsonb_array_elements_text($1))`,
      [ids],
    )
    await query(
      `insert into untold_changes (lead_id) select id::uuid from jsonb_array_elements_text($1) id`,
      [ids],
    )
    await query(`update leads set remind_at = now() where id in (
      select id from leads where email like '%.com' and reminded_at is null limit 500)`)
    await sweeper.unsafe('begin')
    const [, working] = await timed(async () => step && sweeper.unsafe('select run_housekeeping($1)', [step]))
    const begun = performance.now()
    const times: number[] = []
    const presses = visitors.flatMap(({ email, token, stop, watch }) => [
      ...[`${crypto.randomUUID()}@example.org`, email].map(
        (
          to,
        ) => `select accept_lead(gen_random_uuid(), '{"name": "Bob", "email": "${to}", "phone": "(201) 555-0123",
          "phone_e164": "+12015550123", "country_code": "US", "consent": true}', '{"webhook": true}')`,
      ),
      `select may_watch('${watch}')`,
      `select confirm_lead('${token}', '{"consent_text": "Mine."}')`,
      `select stop_lead('${stop}')`,
    ])
    for (const press of presses) {
      times.push((await timed(() => visitor.unsafe(press)))[1] * 1000)
      const due = begun + (heldSeconds * 1000 * times.length) / presses.length
      await setTimeout(Math.max(0, due - performance.now()))
    }
    const held = (performance.now() - begun) / 1000
    await sweeper.unsafe('commit')
    times.sort((one, other) => one - other)
    const [median = 0, most = 0] = [times[times.length >> 1], times.at(-1)]
    t.diagnostic(
      `${step ?? 'without'}: worked ${(working * 1000).toFixed(0)} ms, held for ${held.toFixed(1)} s, ` +
        `${times.length} presses, ${median.toFixed(1)} ms, at most ${most.toFixed(1)} ms`,
    )
  }
  try {
    await measure()
    for (const step of steps) await measure(step)
  } finally {
    await sweeper.end()
    await visitor.end()
  }
})

test('after ten minutes of forms, half of them confirmed, and then quiet, each minute is caught up by its sweep', async (t) => {
  await postAll()
  await sweep()
  const batches = Array.from({ length: 10 }, () => crypto.randomUUID())
  const ofBatch = `email like '%-' || $1 || '@example.org'`
  const inMinute = async (what: string) => {
    const [, seconds] = await timed(sweep)
    t.diagnostic(`${what}: a sweep of ${seconds.toFixed(1)} s`)
    // The next sweep begins a minute later.
    assert.ok(seconds < 60, `${what}: ${seconds} s`)
  }
  for (const [minute, batch] of batches.entries()) {
    const [, accepting] = await timed(() => acceptMany(inTenMinutes / 10, batch))
    await mailAll()
    await analyze()
    const [, confirming] = await confirmHalf()
    const [posted, posting] = await timed(postAll)
    t.diagnostic(
      `minute ${minute + 1}: ${(inTenMinutes / 10 / accepting).toFixed(0)} forms a second, ` +
        `confirmed in ${confirming.toFixed(1)} s, ${posted} posts in ${posting.toFixed(1)} s`,
    )
    await inMinute('sealed and told')
    await expectCaughtUp(`after minute ${minute + 1}`)
  }
  await analyze()
  report(t, `${inTenMinutes} forms`)
  // In reality the forms of a minute are due for a reminder, and later expire, within a minute too.
  for (const batch of batches) {
    await query(`update leads set remind_at = now() where remind_at is not null and ${ofBatch}`, [batch])
    await inMinute('reminded')
    await expectCaughtUp('after the reminders')
  }
  const reminded = batches.map((batch) => `email like '%-${batch}@example.org'`).join(' or ')
  assert.equal(await count(`leads where (${reminded}) and reminded_at is null`), 0)
  report(t, 'reminders')
  await mailAll()
  await postAll()
  for (const batch of batches) {
    await query(
      `update lead_seals set sealed_at = sealed_at - interval '100 years' where sealed_at > now() - interval '1 year'
        and number <= (select max(seal_number) from lead_submissions where ${ofBatch})`,
      [batch],
    )
    await inMinute('expired')
    assert.equal(await count(`lead_submissions where email like '%-${batch}@example.org'`), 0)
    assert.equal(await count(`leads where email like '%-${batch}@example.org'`), 0)
  }
  await sweep()
  await expectCaughtUp('after the expiry')
  report(t, 'expiry')
  await reportTables(t)
})

/** Tells of the tables that change most how large they and their indexes are, and how they were updated. */
async function reportTables(t: TestContext) {
  const tables =
    await query(`select relname as name, n_live_tup as live, n_dead_tup as dead, n_tup_upd as updated,
      n_tup_hot_upd as hot, autovacuum_count as vacuumed, pg_relation_size(relid) / 1000000 as megabytes,
      pg_indexes_size(relid) / 1000000 as indexes
    from pg_stat_user_tables where schemaname = 'private' order by n_tup_upd + n_tup_del desc limit 8`)
  for (const { name, live, dead, updated, hot, vacuumed, megabytes, indexes } of tables)
    t.diagnostic(
      `  ${name}: ${live} rows, ${dead} dead, ${updated} updates (${hot} HOT), ${vacuumed} autovacuums, ` +
        `${megabytes} MB, indexes ${indexes} MB`,
    )
}
