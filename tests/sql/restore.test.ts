import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { sayConsent } from './say-consent.ts'
import type { Query, Row } from './test-database.ts'

const before = await openDatabase()
const restored = await openDatabase()
after(() => Promise.all([before.close(), restored.close()]))

/**
 * Returns false for the two tables that have a row before anybody submits the form. When a backup is restored, this
 * row is replaced.
 */
const isData = (name: unknown) => !/lead_(?:settings|claim_key)$/.test(String(name))

/** Returns the rows of every table of the product, as they would be in a backup. */
async function backUp(query: Query) {
  const tables = await query(`select oid::regclass::text as name, (
      select string_agg(attname, ', ') from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns from pg_class where relnamespace = 'private'::regnamespace and relkind = 'r'`)
  return Promise.all(
    tables
      .filter(({ name }) => isData(name))
      .map(async ({ name, columns }) => {
        const [row] = await query(
          `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
        )
        return { name, columns, rows: row?.rows }
      }),
  )
}

/** Puts a backup into an empty database. Like pg_restore, it turns triggers and references off while it does so, and sets the sequence. */
async function restore({ query }: { query: Query }, tables: Row[]) {
  await query('set session_replication_role = replica; delete from mailbox_secret')
  for (const { name, columns, rows } of tables)
    await query(
      `insert into ${name} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
      [rows],
    )
  await query(`set session_replication_role = origin;
    select setval('event_ids', (select max(event_id) from lead_submissions))`)
}

const idOf = async (name: string) =>
  (await before.query('select id from leads where name = $1', [name]))[0]?.id
const call = async (database: typeof before, sql: string, values: unknown[] = []) =>
  Object.values((await database.queryAs('lead_desk', `select ${sql}`, values))[0] ?? {})[0]

test('after a restore one call erases and withdraws again what the list says, and nobody else', async () => {
  const names = ['ada', 'bob', 'cyd', 'dot', 'eve']
  const submit = ({ query }: typeof before, name: string) =>
    query('select accept_lead(gen_random_uuid(), $1, $2)', [
      sampleLead({ name, email: `${name}@example.org`, phone_e164: `+1201555${1000 + names.indexOf(name)}` }),
      { ip_hash: name },
    ])
  for (const name of names) await submit(before, name)
  await before.query('select run_housekeeping()')
  const backup = await backUp(before.query)

  const bob = await idOf('bob')
  await call(before, 'desk.erase_lead($1)', [await idOf('ada')])
  await call(before, 'desk.withdraw_consent(id => $1)', [bob])
  for (const name of ['cyd', 'eve']) await call(before, 'desk.withdraw_consent(id => $1)', [await idOf(name)])
  const list = String(await call(before, 'desk.list_removals()'))
  assert.doesNotMatch(list, new RegExp(`\\b(?:ada|bob)\\b|example|${bob}`))

  await restore(restored, backup)
  const people = () => restored.query('select name, consent from leads order by name')
  assert.deepEqual(
    await people(),
    names.map((name) => ({ name, consent: 'given' })),
  )
  // Before the list is applied, one person submits the form once more, and one even confirms the number.
  await submit(restored, 'cyd')
  await restored.query(sayConsent('confirmed', `name = 'eve'`))
  // The operator pastes the list from an email. It is quoted, and there is other text around it.
  const mailed = `Keep this mail.\r\n\r\n> ${list.replaceAll('\n', '\r\n\r\n> ')}\r\n`
  assert.deepEqual(await call(restored, 'desk.reapply_removals($1)', [mailed]), {
    listed: 4,
    erased: 1,
    corrected: 0,
    withdrawn: 2,
    stopped: 0,
    suppressed: 0,
  })
  const expected = [
    { name: 'bob', consent: 'withdrawn' },
    { name: 'cyd', consent: 'withdrawn' },
    { name: 'dot', consent: 'given' },
    { name: 'eve', consent: 'confirmed' },
  ]
  assert.deepEqual(await people(), expected)
  const found = (await call(restored, 'desk.verify_lead_evidence()')) as { faults: unknown[] }
  assert.deepEqual(found.faults, [])

  // If the list is applied a second time, nothing changes. The erasure is still in the next list.
  assert.deepEqual(await call(restored, 'desk.reapply_removals($1)', [list]), {
    listed: 4,
    erased: 0,
    corrected: 0,
    withdrawn: 0,
    stopped: 0,
    suppressed: 0,
  })
  assert.match(String(await call(restored, 'desk.list_removals()')), /^\S+ erased /m)

  // If somebody withdraws and later confirms new consent, the new consent remains.
  await restored.query(sayConsent('confirmed', `name = 'bob'`))
  await call(restored, 'desk.reapply_removals($1)', [list])
  assert.deepEqual((await people())[0], { name: 'bob', consent: 'confirmed' })
})

test('stopped numbers and suppressed mailboxes of the list are stopped and suppressed again', async () => {
  const [stopped, lifted, lost] = ['+12015550188', '+12015550189', '+12015550190']
  const text = (number: string, meaning: string, database = before) =>
    database.query('select receive_text($1, $2, $2)', [number, meaning])
  for (const number of [stopped, lifted]) await text(number, 'stop')
  await text(lifted, 'start')
  // This person submitted the form after the backup and then withdrew. The restored database has therefore never
  // known them.
  await before.query('select accept_lead(gen_random_uuid(), $1)', [
    sampleLead({ name: 'eli', email: 'eli@example.org', phone_e164: lost }),
  ])
  await call(before, 'desk.withdraw_consent(id => $1)', [await idOf('eli')])
  await before.query(`select suppress_mailbox('fay@example.org', 'bounced', 'provider')`)

  const list = String(await call(before, 'desk.list_removals()'))
  const again = async () => {
    const { stopped, suppressed } = (await call(restored, 'desk.reapply_removals($1)', [list])) as Row
    return [stopped, suppressed]
  }
  assert.deepEqual(await again(), [2, 1])
  assert.deepEqual(await restored.query('select phone_e164 from stopped_numbers order by 1'), [
    { phone_e164: stopped },
    { phone_e164: lost },
  ])
  assert.deepEqual(
    await restored.query(`select is_suppressed('fay@example.org'), is_suppressed('x@y.org') as x`),
    [{ is_suppressed: true, x: false }],
  )
  // If a stop is lifted after the restore, it remains lifted.
  await text(stopped, 'start', restored)
  assert.deepEqual(await again(), [0, 0])
})

test('the email with the seal lists the removals, also where an erasure is all that is new', async () => {
  const claimSeal = async () => {
    await before.query('select run_housekeeping()')
    const rows = await before.query(
      `select * from claim_mails(100, claim_key => (select key from lead_claim_key)) where kind = 'seal'`,
    )
    for (const { id, attempt } of rows)
      await before.query(`select settle_message($1, $2, 'sent')`, [id, attempt])
    return rows[0]
  }
  const mailedRemovals = async () =>
    ((await claimSeal()) as { contents: { removals: string } }).contents.removals
  const list = await call(before, 'desk.list_removals()')
  assert.equal(await mailedRemovals(), list)
  await before.query(`update outbox set queued_at = queued_at - interval '8 days' where kind = 'seal'`)
  assert.equal(await claimSeal(), undefined)
  await call(before, 'desk.erase_lead($1)', [await idOf('dot')])
  assert.equal(String(await mailedRemovals()).split('\n').length, 8)
})

test('a number that was corrected after the backup is corrected again, once, unless its owner confirmed it', async () => {
  for (const { query } of [before, restored])
    await query('truncate leads, lead_corrections, number_events, erasures cascade')
  const [typed, meant] = ['+12015550123', '+12015550199']
  for (const name of ['fay', 'gil', 'hal'])
    await before.query('select accept_lead(gen_random_uuid(), $1)', [
      sampleLead({ name, email: `${name}@example.org`, phone: typed, phone_e164: typed }),
    ])
  const correct = async (name: string, phone: string) =>
    call(before, 'desk.correct_lead($1, phone => $2)', [await idOf(name), phone])
  const people = async () =>
    (
      await restored.query('select name, phone_e164, consent_state(p) as state from leads p order by name')
    ).map(({ name, phone_e164: number, state }) => [name, number, state])
  await correct('hal', meant)
  const backup = await backUp(before.query)
  await correct('fay', meant)
  await correct('gil', meant)
  const list = String(await call(before, 'desk.list_removals()'))
  assert.match(list, /^\S+ corrected \S+ from \+12015550123 to \+12015550199 as [0-9]+$/m)

  await restored.query('set session_replication_role = replica')
  for (const { name } of backup) await restored.query(`delete from ${name}`)
  await restore(restored, backup)
  await restored.query(sayConsent('confirmed', `name = 'gil'`))
  const again = async () => ((await call(restored, 'desk.reapply_removals($1)', [list])) as Row).corrected
  assert.equal(await again(), 1)
  const held = [
    ['fay', meant, 'asked'],
    ['gil', typed, 'confirmed'],
    ['hal', meant, 'asked'],
  ]
  assert.deepEqual(await people(), held)
  assert.deepEqual(
    await restored.query('select event_id from lead_corrections order by event_id'),
    await before.query('select event_id from lead_corrections order by event_id limit 2'),
  )
  // Whatever is said now comes after it. A second call takes nothing from a yes.
  await restored.query(sayConsent('confirmed', `name = 'fay'`))
  assert.equal(await again(), 0)
  held[0] = ['fay', meant, 'confirmed']
  assert.deepEqual(await people(), held)
})

test('an address, and what was no number, are corrected again; an address of somebody else stays theirs', async () => {
  for (const { query } of [before, restored])
    await query('truncate leads, lead_corrections, number_events, erasures cascade')
  for (const [name, number] of [
    ['ivo', '+12015550170'],
    ['jan', null],
    ['kim', '+12015550171'],
    ['lea', '+12015550172'],
  ])
    await before.query('select accept_lead(gen_random_uuid(), $1)', [
      sampleLead({ name, email: `${name}@exmaple.org`, phone: number ?? '0 & 1', phone_e164: number }),
    ])
  const backup = await backUp(before.query)
  const correct = async (name: string, to: object) =>
    call(before, 'desk.correct_lead($1, email => $2, phone => $3)', [
      await idOf(name),
      ...Object.values({ email: null, phone: null, ...to }),
    ])
  await call(before, 'desk.erase_lead($1)', [await idOf('lea')])
  await correct('ivo', { email: "i+o'ö@example.org" })
  await correct('jan', { phone: '+12015550173' })
  await correct('jan', { email: 'lea@exmaple.org' })
  await correct('kim', { email: 'new@example.org' })
  const list = String(await call(before, 'desk.list_removals()'))
  assert.doesNotMatch(list, /example|exmaple|0 & 1/)

  await restored.query('set session_replication_role = replica')
  for (const { name } of backup) await restored.query(`delete from ${name}`)
  await restore(restored, backup)
  // Somebody was faster than the list.
  await restored.query('select accept_lead(gen_random_uuid(), $1)', [
    sampleLead({ name: 'new', email: 'New@example.org', phone_e164: '+12015550174' }),
  ])
  const again = async () => ((await call(restored, 'desk.reapply_removals($1)', [list])) as Row).corrected
  assert.deepEqual([await again(), await again()], [4, 0])
  const people = await restored.query('select name, email, phone from leads order by name')
  assert.deepEqual(people.map(Object.values), [
    ['ivo', "i+o'ö@example.org", '+12015550170'],
    ['jan', 'lea@exmaple.org', '+12015550173'],
    ['kim', 'kim@exmaple.org', '+12015550171'],
    ['new', 'New@example.org', sampleLead().phone],
  ])
  const logOf = (query: Query) =>
    query(`select field, old_value, old_e164, old_country, new_value, new_country, event_id, corrected_at
      from lead_corrections where field = 'email' or old_e164 is null order by event_id`)
  assert.deepEqual(await logOf(restored.query), await logOf(before.query))
  const mails = await restored.query(`select mailbox from outbox where kind = 'visitor' order by mailbox`)
  assert.deepEqual(
    mails.map(({ mailbox }) => mailbox),
    ['i@example.org', 'kim@exmaple.org', 'lea@exmaple.org', 'new@example.org'],
  )
})

test('a refusal that came after a lift, and is dated before it, is restored in its place', async () => {
  const mailbox = 'max@example.org'
  await before.query('truncate mailbox_events')
  await before.query(`select suppress_mailbox($1, 'complained', 'provider')`, [mailbox])
  await before.query(`insert into mailbox_events (mailbox_hash, reason, is_lift, said_by)
    select mailbox_hash, reason, true, 'desk:ann' from mailbox_events`)
  const [backup] = await before.query(`select jsonb_agg(to_jsonb(t))::text as rows from mailbox_events t`)
  await restored.query('truncate mailbox_events')
  await restored.query(
    'insert into mailbox_events select * from jsonb_populate_recordset(null::mailbox_events, $1::text::jsonb)',
    [backup?.rows],
  )
  const late = `select suppress_mailbox($1, 'complained', 'provider', now() - interval '1 hour')`
  await before.query(late, [mailbox])
  const list = String(await call(before, 'desk.list_removals()'))
  const suppressed = async (text: string) =>
    ((await call(restored, 'desk.reapply_removals($1)', [text])) as Row).suppressed
  // An older list has no ids.
  assert.equal(await suppressed(list.replaceAll(/ as \d+$/gm, '')), 0)
  assert.deepEqual([await suppressed(list), await suppressed(list)], [1, 0])
  const newest = ({ query }: typeof before) => query('select max(id) as id from mailbox_events')
  assert.deepEqual(await newest(restored), await newest(before))
})

test('a number that a person had when they withdrew is not stopped once more', async () => {
  const submission = [sampleLead({ name: 'fay', email: 'fay@example.org', phone_e164: '+12015550160' })]
  await before.query('select accept_lead(gen_random_uuid(), $1)', submission)
  const fay = await idOf('fay')
  await call(before, 'desk.withdraw_consent(id => $1)', [fay])
  await call(before, 'desk.correct_lead(id => $1, phone => $2)', [fay, '+12015550161'])
  const list = await call(before, 'desk.list_removals()')
  const { stopped } = (await call(before, 'desk.reapply_removals($1)', [list])) as { stopped: number }
  assert.equal(stopped, 0)
})
