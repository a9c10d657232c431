import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { copyLead } from './copy-lead.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'

// The statistics are from a time when nothing waited. Since then much does, as after a restore or while a receiver
// rests. With such statistics, Postgres takes an index of what waits for an empty one.
const database = await openDatabase()
after(() => database.close())
const { query } = database
const [{ key } = {}] = await query('select key from lead_claim_key')
await query('update lead_settings set double_opt_in = true')
await query('select accept_lead(gen_random_uuid(), $1, $2)', [sampleLead(), { webhook: true }])
await copyLead(database, 999)
await query(`
  update leads set phone_e164 = '+1201' || (5550000 + at)
    from (select id, row_number() over () as at from leads) numbered where numbered.id = leads.id;
  update outbox set status = 'sent', claimed_at = now();
  insert into told_leads (lead_id) select id from leads;
  delete from untold_changes`)
await query('vacuum analyze')
await query(`update outbox set status = 'pending', sequence = default where kind = 'webhook'`)

/** How many rows of leads and of the indexes of what waits are read while this is done. */
const readBy = (statement: string) =>
  database.rollBackAfter(async (run) => {
    const read = async () => {
      const [row] =
        await run(`select sum(pg_stat_get_xact_tuples_returned(oid))::integer as rows from pg_class
        where relname ~ '^(leads|leads_.*|outbox|outbox_priority_idx|outbox_due_idx)$'`)
      return Number(row?.rows)
    }
    const before = await read()
    await run(statement)
    return (await read()) - before
  })

const people = (many: number) => `(select id from leads order by id limit ${many}) person`
const submission = `(select submission_id from outbox where kind = 'webhook' limit 1)`
const eve = JSON.stringify(sampleLead({ email: 'eve@example.org' }))
for (const [what, statement, about = 1] of [
  ['a form', `select accept_lead(gen_random_uuid(), '${eve}', '{"webhook": true}')`],
  [
    'a confirmation',
    `select confirm_lead(token, '{"consent_text": "Mine.", "webhook": true}') from outbox where token is not null`,
  ],
  ['a withdrawal', `select withdraw_consent(id, 'link') from ${people(1)}`],
  ['the deletion of a person', `delete from leads where id in (select id from ${people(1)})`],
  ['the claim of the emails of a form', `select claim_mails(1, array[${submission}])`],
  ['the claim of the webhook of a form', `select claim_webhooks(1, array[${submission}], null, 'crm')`],
  ['a post', `select settle_message(id, attempt, 'sent') from claim_webhooks(1, null, '${key}', 'crm')`],
  [
    'telling of many changes',
    `select withdraw_consent(id, 'link') from ${people(100)}; select tell_changes()`,
    100,
  ],
] as [string, string, number?][])
  test(`${what} reads nothing about others, although much waits of which the statistics know nothing`, async () => {
    const rows = await readBy(statement)
    assert.ok(rows <= 20 * about, `${rows} rows`)
  })

test('a post reads nothing about others, although its plan is from a time when nobody was told of', () =>
  database.rollBackAfter(async (run) => {
    const post = `select settle_message(id, attempt, 'sent') from claim_webhooks(1, null, '${key}', 'crm')`
    const read = async () => {
      const [row] =
        await run(`select sum(pg_stat_get_xact_tuples_returned(oid))::integer as rows from pg_class
        where relname ~ '^told_leads(_.*)?$'`)
      return Number(row?.rows)
    }
    await run('create temporary table told on commit drop as select * from told_leads; truncate told_leads')
    await run(post)
    await run('analyze told_leads')
    // The sixth time, Postgres keeps the plan.
    for (let at = 0; at < 6; at += 1) await run(post)
    await run('insert into told_leads select * from told on conflict do nothing')
    const before = await read()
    await run(post)
    const rows = (await read()) - before
    assert.ok(rows <= 20, `${rows} rows`)
  }))
