import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { waitUntil } from '../kit/wait-until.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import type { Query } from './test-database.ts'

const database = await openDatabase()
after(() => database.close())
const { query } = database

/**
 * For each table, returns how many times this connection has lately read it from the first row to the last. For an
 * index, returns how many times it was used.
 */
async function scans(query: Query, tables: string[]) {
  const rows = await query(
    'select relname, pg_stat_get_xact_numscans(oid) as scans from pg_class where relname = any ($1)',
    [tables],
  )
  return new Map(rows.map(({ relname, scans }) => [String(relname), Number(scans)]))
}

/** Makes the call, and returns how many times it reads each of these tables and uses each of these indexes. */
const scansOf = (call: string, tables: string[]) =>
  database.rollBackAfter(async (run) => {
    const before = await scans(run, tables)
    await run(`select desk.${call}`)
    const found = await scans(run, tables)
    return new Map([...found].map(([table, count]) => [table, count - (before.get(table) ?? 0)]))
  })

/** Makes the call. Returns the names of the tables that it reads from the first row to the last, and of the indexes it uses. */
const tablesRead = async (call: string, tables = ['leads', 'lead_submissions', 'outbox']) => {
  const found = await scansOf(call, tables)
  return [...found.keys()].filter((table) => (found.get(table) ?? 0) > 0).sort()
}

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
    `overview('{2020-01-01,2020-02-01,infinity}', '2020-01-01', 'infinity', '2020-01-01', '2020-01-01', 'infinity')`,
    'variants()',
  ]) {
    assert.deepEqual(await tablesRead(call), [], call)
  }
})

test('who can be asked to confirm is found by index', async () => {
  assert.deepEqual(await tablesRead('ask_again()'), [])
})

/**
 * Waits until Postgres can use an index of leads alone. It can only if every connection can see all rows, and another
 * connection that is just being opened can get in the way.
 */
const waitUntilSeen = () =>
  waitUntil('all rows of leads are seen by everybody', 60_000, async () => {
    await query('vacuum analyze leads')
    const [leads] = await query(
      `select relallvisible = relpages as is_seen from pg_class where relname = 'leads'`,
    )
    return Boolean(leads?.is_seen)
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
    { name: 'leads_outcome_idx', scans: 1, entries: 0, rows: 0 },
    { name: 'leads_withdrawn_phone_idx', scans: 1, entries: 0, rows: 0 },
  ])
})

/** Makes the call, and returns how many rows of leads it reads. */
const leadsRead = (call: string) =>
  database.rollBackAfter(async (run) => {
    const read = async () => {
      const [row] = await run(`select sum(pg_stat_get_xact_tuples_fetched(oid))::integer as rows
        from pg_class where relname ~ '^leads(_|$)'`)
      return Number(row?.rows)
    }
    const before = await read()
    await run(`select desk.${call}`)
    return (await read()) - before
  })

test('a filter that fits nobody reads nobody, and a filter that fits many reads one page', async () => {
  for (const [filter, most] of [
    ['{"consent": "confirmed"}', 0],
    ['{"consent": "asked"}', 0],
    ['{"consent": "withdrawn"}', 0],
    ['{"consent": "stopped"}', 0],
    ['{"variant": ""}', 0],
    ['{"kind": "bot"}', 0],
    ['{"outcome": "won"}', 0],
    ['{"mailbox": "no-more-emails"}', 0],
    // Each person is read once more for each of the filter, the state and the fault.
    ['{"consent": "given"}', 210],
    ['{"variant": "a"}', 160],
  ] as const)
    assert.ok((await leadsRead(`list_leads('${filter}')`)) <= most, filter)
})

test('persons with a stopped number are found in indexes alone', async () => {
  await query(`update leads set phone_e164 = '+1201' || (5550000 + split_part(email, '@', 1)::integer)`)
  await query(`update leads set withdrawn_at = now() where split_part(email, '@', 1)::integer % 2 = 0`)
  await waitUntilSeen()
  assert.equal(await leadsRead(`list_leads('{"consent": "stopped"}')`), 0)
})

test('the stopped numbers and the text messages are listed by index', async () => {
  await query(`insert into number_events (phone_e164, kind, happened_at, said_by)
    select '+1202' || (5550000 + n), 'stop', now() - n * interval '1 minute', 'text message' from generate_series(1, 5000) n`)
  await query(`insert into incoming_texts (sender, words, received_at)
    select '+12025550107', 'Who is this?', now() - n * interval '1 minute' from generate_series(1, 5000) n`)
  await query('analyze number_events, incoming_texts')
  assert.deepEqual(await tablesRead('list_stops()', ['number_events', 'incoming_texts']), [])
})

test('a search reads the newest 200 persons, and 10,000 names at most, but none for an address or a number', async () => {
  await query(`insert into leads (email, name, phone, country_code, created_at)
    select 'x' || n || '@example.test', 'Ada Goldsmith', '1', 'US', '2000-01-01'::timestamptz + n * interval '1 second'
    from generate_series(1, 12000) n`)
  await waitUntilSeen()
  for (const [search, most] of [
    ['zzz', 10_200],
    ['zzz@', 200],
    ['9999999', 200],
  ] as const)
    assert.ok((await leadsRead(`list_leads('{"search": "${search}"}')`)) <= most, search)
})

/** Makes the call, and returns how many times it splits the words of a lead. */
const leadsSplit = (call: string) =>
  database.rollBackAfter(async (run) => {
    await run(`set local track_functions = 'pl'`)
    await run(`select desk.${call}`)
    const [row] = await run(`select pg_stat_get_xact_function_calls('lead_words'::regproc) as calls`)
    return Number(row?.calls)
  })

test('a search whose persons all come last in the order reads everybody three times at most', async () => {
  await query(`insert into leads (email, name, phone, country_code, source)
    select 'z' || n || '@example.test', 'Zoe', '1', 'US', 'z' from generate_series(1, 3000) n`)
  await query('analyze leads')
  for (const [search, sorts] of [
    ['zoe', ['oldest', 'name', 'source']],
    ['goldsmith', ['newest', 'name-down', 'source-down']],
  ] as const)
    for (const sort of sorts) {
      const call = `list_leads('{"search": "${search}"}', sort => '${sort}')`
      const rows = await leadsRead(call)
      assert.ok(rows <= 3 * 16_000, `${search}, ${sort}: ${rows} rows`)
      assert.equal(await leadsSplit(call), 0, `${search}, ${sort}`)
    }
})

test('what almost everybody has is found without the index of the words, which would collect everybody', async () => {
  for (const call of [
    `list_leads('{"search": "example"}', max_count => 1000)`,
    `list_leads('{"search": "example", "variant": "a"}')`,
  ])
    assert.deepEqual(await tablesRead(call, ['leads_words_idx']), [], call)
})

test('who has a common word is found in a short period by reading everybody in it', async () => {
  const index = 'leads_words_idx'
  const uses = async (period = {}) => {
    const filters = JSON.stringify({ search: 'goldsmith', mails: 'sent', ...period })
    return (await scansOf(`list_leads('${filters}', sort => 'name')`, [index])).get(index)
  }
  // The first use counts who has the word.
  assert.equal(await uses({ since: '2000-01-01' }), 1)
  assert.equal(await uses(), 2)
})
