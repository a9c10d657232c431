import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPlans } from '../open-plans.ts'
import { sampleLead } from '../sample-lead.ts'
import { sayConsent } from '../say-consent.ts'

const { database, query, tablesRead, waitUntilSeen, rowsRead } = await openPlans()
after(() => database.close())

test('no call of the desk for one page or one person reads a whole table', async () => {
  await query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', n || '@example.org'),
      jsonb_build_object('campaign', jsonb_build_object('utm_campaign', 'c' || n % 7), 'variant', chr(97 + n % 2))))
    from generate_series(1, 1000) n`,
    [sampleLead()],
  )
  await query(`update outbox set status = 'sent', reason = null; analyze`)
  for (const call of [
    'list_leads()',
    `list_leads('{"search": "17@example.org"}')`,
    `list_leads('{"search": "ada"}')`,
    `list_leads('{"search": "170"}')`,
    `list_leads('{"source": "campaign:c3"}')`,
    `list_leads(sort => 'name')`,
    `list_leads(sort => 'source-down')`,
    `list_leads('{"number": "invalid"}')`,
    `list_leads('{"kind": "bot"}', max_count => 1000)`,
    `list_leads('{"consent": "withdrawn"}')`,
    `list_leads('{"consent": "asked"}')`,
    `list_leads('{"consent": "confirmed"}', max_count => 1000)`,
    `list_leads('{"consent": "stopped"}', max_count => 1000)`,
    `list_leads('{"variant": ""}', max_count => 1000)`,
    `count_exports()`,
    `count_exports('{"search": "ada"}')`,
    `list_leads('{"mails": "held"}', max_count => 1000)`,
    `list_leads('{"calls": "none"}', max_count => 1000)`,
    `list_leads('{"calls": "today"}', max_count => 1000)`,
    `list_leads('{"outcome": "won"}', max_count => 1000)`,
    `list_leads('{"outcome": "open"}', max_count => 1000)`,
    `list_leads('{"watched": "50"}', max_count => 1000)`,
    `list_leads('{"watched": "none"}', max_count => 1000)`,
    `list_leads('{"mailbox": "no-more-emails"}', max_count => 1000)`,
    `list_leads('{"mailbox": "gets-emails"}', max_count => 1000)`,
    `list_leads('{"variant": "b"}')`,
    'unanswered_texts()',
    `list_leads('{"mails": "failed"}')`,
    `show_lead(email => '17@example.org')`,
    `ask_again(array(select id from private.leads where lower(email) = '17@example.org'))`,
    'list_origins()',
    'attention()',
    'list_failures()',
    'newest_refusals()',
    `overview('{2020-01-01,2020-02-01,infinity}', '2020-01-01', 'infinity', '2020-01-01', '2020-01-01', 'infinity')`,
    'variants()',
  ]) {
    assert.deepEqual(await tablesRead(call), [], call)
  }
})

test('who can be asked to confirm is found by index', async () => {
  // Another number is expected, so nobody is asked. To ask all of them, the database reads them all.
  assert.deepEqual(await tablesRead('ask_again(expected => 0)'), [])
})

test('the overview reads each lead once, from an index alone, and the stopped numbers once', async () => {
  await waitUntilSeen()
  const found = await database.rollBackAfter(async (run) => {
    const read = () =>
      run(`select relname as name, pg_stat_get_xact_numscans(oid)::integer as scans,
          pg_stat_get_xact_tuples_returned(oid)::integer as entries,
          pg_stat_get_xact_tuples_fetched(oid)::integer as rows
        from pg_class where relname ~ '^leads(_|$)' order by relname`)
    const before = await read()
    await run(
      `select desk.overview('{2020-01-01,2020-02-01,2100-01-01}', '2020-01-01', '2100-01-01', '2020-01-01', '2020-01-01', '2100-01-01')`,
    )
    const after = await read()
    return after
      .map(({ name, scans, entries, rows }, place) => ({
        name,
        scans: Number(scans) - Number(before[place]?.scans),
        entries: Number(entries) - Number(before[place]?.entries),
        rows: Number(rows) - Number(before[place]?.rows),
      }))
      .filter(({ scans, rows }) => scans || rows)
  })
  assert.deepEqual(found, [
    { name: 'leads_counted_idx', scans: 2, entries: 1000, rows: 0 },
    // The first lead of all.
    { name: 'leads_created_at_idx', scans: 1, entries: 1, rows: 0 },
    { name: 'leads_outcome_idx', scans: 2, entries: 0, rows: 0 },
  ])
})

test('a filter that fits nobody reads nobody, and a filter that fits many reads one page', async () => {
  for (const [filter, most] of [
    ['{"consent": "confirmed"}', 0],
    ['{"consent": "asked"}', 0],
    ['{"consent": "withdrawn"}', 0],
    ['{"consent": "stopped"}', 0],
    ['{"kind": "bot"}', 0],
    ['{"outcome": "won"}', 0],
    ['{"mailbox": "no-more-emails"}', 0],
    ['{"variant": ""}', 0],
    ['{"variant": "", "watched": "none"}', 0],
    ['{"number": "invalid"}', 0],
    ['{"number": "invalid", "outcome": "open"}', 0],
    // Each person is read once more for each of the filter, the state and the fault.
    ['{"consent": "given"}', 210],
    ['{"variant": "a"}', 160],
  ] as const)
    assert.ok((await rowsRead(`list_leads('${filter}')`)) <= most, filter)
})

test('persons with a stopped number are found in indexes alone', async () => {
  await query(`update leads set phone_e164 = '+1201' || (5550000 + split_part(email, '@', 1)::integer)`)
  await query(sayConsent('withdrawn', `split_part(email, '@', 1)::integer % 2 = 0`))
  await waitUntilSeen()
  assert.equal(await rowsRead(`list_leads('{"consent": "stopped"}')`), 0)
})

test('however many withdrew, their numbers are read at once', async () => {
  await query(sayConsent('given', `split_part(email, '@', 1)::integer % 2 = 1`))
  await query(`alter table consent_events disable trigger user;
    insert into consent_events (id, lead_id, number, kind, said_by, happened_at)
    select nextval('event_ids'), id, '+1202555' || n || split_part(email, '@', 1),
      case when n < 13 then 'withdrawn' else 'given' end, 'form', now()
    from leads, generate_series(10, 30) n;
    alter table consent_events enable trigger user`)
  await query('vacuum analyze consent_events')
  for (const [call, most] of [
    ['count_exports()', 0],
    [
      `overview('{2020-01-01,2100-01-01}', '2020-01-01', '2100-01-01', '2020-01-01', '2020-01-01', '2100-01-01')`,
      0,
    ],
    // Each withdrawal once, and nothing of what was said later.
    [`list_leads('{"consent": "stopped"}')`, 3500],
  ] as const) {
    assert.deepEqual(await tablesRead(call, ['consent_events']), [], call)
    const rows = await rowsRead(call, 'consent_events')
    assert.ok(rows <= most, `${call}: ${rows} rows`)
  }
})

test('the stopped numbers and the text messages are listed by index', async () => {
  await query(`insert into number_events (phone_e164, kind, happened_at, said_by)
    select '+1202' || (5550000 + n), 'stop', now() - n * interval '1 minute', 'text message' from generate_series(1, 5000) n`)
  await query(`insert into incoming_texts (sender, words, received_at)
    select '+12025550107', 'Who is this?', now() - n * interval '1 minute' from generate_series(1, 5000) n`)
  await query('analyze number_events, incoming_texts')
  assert.deepEqual(await tablesRead('list_stops()', ['number_events', 'incoming_texts']), [])
})
