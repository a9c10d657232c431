import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPlans } from '../open-plans.ts'
import { sampleLead } from '../sample-lead.ts'
import { sayConsent } from '../say-consent.ts'

const { database, query, scansOf, tablesRead, waitUntilSeen, rowsRead } = await openPlans()
after(() => database.close())
await query(
  `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', n || '@example.org'),
    jsonb_build_object('variant', chr(97 + n % 2))))
  from generate_series(1, 1000) n`,
  [sampleLead()],
)
await query(`update outbox set status = 'sent', reason = null; analyze`)

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
    assert.ok((await rowsRead(`list_leads('{"search": "${search}"}')`)) <= most, search)
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
      const rows = await rowsRead(call)
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

test('of those who pass two filters, only the page, a sample and the first are judged', async () => {
  await query(`update leads set phone_e164 = '+1201' || (5550000 + hashtext(email) % 9999)
    where name = 'Ada Goldsmith'`)
  await query(sayConsent('given', `name = 'Ada Goldsmith'`))
  await query('vacuum analyze leads')
  for (const [sort, most] of [
    // Besides the page, 2,000 tell how many pass. For the state of the consent, each is read once more.
    ['newest', 6_000],
    // Whether more than 5,000 pass is found out first.
    ['name', 8_000],
  ] as const) {
    const call = `list_leads('{"calls": "none", "consent": "may-be-texted"}', sort => '${sort}', max_count => 100)`
    const rows = await rowsRead(call)
    assert.ok(rows <= most, `${sort}: ${rows} rows`)
  }
})
