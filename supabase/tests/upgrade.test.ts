import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env } from 'node:process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../local/database/migrate.ts'
import { readClaimKey } from './claim.ts'
import { readMigrations, readProject } from './open-database.ts'
import { openEmptyDatabase } from './open-empty-database.ts'
import { readHistory } from './read-history.ts'
import { sampleLead } from './sample-lead.ts'
import type { Query, Row } from './test-database.ts'

const present = fileURLToPath(new URL('../migrations/', import.meta.url))
const sqlOf = new Map((await readMigrations()).map(({ name, sql }) => [name, sql]))
const parent = await mkdtemp(path.join(tmpdir(), 'upgrade-'))
const database = await openEmptyDatabase()
// Roles belong to the whole server, so they are not rolled back with a test.
await database.query(await readProject())
after(async () => {
  await database.close()
  await rm(parent, { recursive: true })
})

const history = historyOrReason()
if (typeof history === 'string') test.skip(history, () => undefined)
for (const { commit, subject, migrations } of typeof history === 'string' ? [] : history) {
  test(`every lead, its evidence and its mails outlive the upgrade from ${commit} (${subject})`, async () => {
    const folder = await mkdtemp(path.join(parent, 'migrations-'))
    for (const { name, sql } of migrations) await writeFile(path.join(folder, name), sql)
    const edited = migrations.find(({ name, sql }) => sql !== sqlOf.get(name))

    await database.rollBackAfter(async (query) => {
      const target = { transaction: <T>(work: (query: Query) => Promise<T>) => withSavepoint(query, work) }
      await migrate(target, folder)
      const stored = await storeLeads(query)
      const before = await readRows(query)
      if (edited) {
        await assert.rejects(
          migrate(target, present),
          new RegExp(`^Error: Migration ${edited.name} was edited`),
        )
        // Those commits did not record the contents yet, so this is how their databases really are.
        await query('update supabase_migrations.schema_migrations set statements = null')
      }
      await migrate(target, present)
      assert.deepEqual(await readRows(query, before), before)
      await assertWorking(query, stored)
    })
  })
}

/** The versions to upgrade from; why there are none in a copy without the history, which a build server must not be. */
function historyOrReason() {
  try {
    return readHistory(10)
  } catch (error) {
    // biome-ignore lint/style/noProcessEnv: GitHub sets it, and how much it checks out is ours to say
    if (env.GITHUB_ACTIONS) throw error
    return (error as Error).message
  }
}

async function withSavepoint<T>(query: Query, work: (query: Query) => Promise<T>) {
  await query('savepoint migration')
  try {
    return await work(query)
  } catch (error) {
    await query('rollback to savepoint migration')
    throw error
  }
}

const accept = async (query: Query, lead: object, id: string = crypto.randomUUID(), context: object = {}) => {
  const [row] = await query('select accept_lead($1, $2, $3) as answer', [id, lead, context])
  return row?.answer
}
/** Claims as the sweep does, with the key where the schema has one. */
const claim = (query: Query, count: number, key?: string) =>
  key
    ? query('select * from claim_lead_emails($1, claim_key => $2)', [count, key])
    : query('select * from claim_lead_emails($1)', [count])
const settle = async (query: Query, mail: Row | undefined, outcome: string) => {
  const [row] = await query(`select settle_lead_email($1, $2, $3, 'why') as status`, [
    mail?.id,
    mail?.attempt,
    outcome,
  ])
  return row?.status
}

/** Stores leads with mails in every state: sent, dead, sending, pending, skipped and held. */
async function storeLeads(query: Query) {
  const key = await readClaimKey(query)
  const [ada, id] = [sampleLead(), crypto.randomUUID()]
  const context = {
    consent_text: 'I agree.',
    consent_version: '2026-11',
    page: 'https://example.org/',
    campaign: { utm_source: 'x' },
  }
  assert.equal(await accept(query, ada, id, context), 'created')
  // In which order they are claimed differs between the versions.
  for (const mail of await claim(query, 2, key)) {
    const [outcome, status] = mail.kind === 'visitor' ? ['sent', 'sent'] : ['rejected', 'dead']
    assert.equal(await settle(query, mail, outcome), status)
  }
  assert.equal(await accept(query, { ...ada, name: 'Ada King' }), 'created')
  assert.equal(await accept(query, sampleLead(), crypto.randomUUID(), { suspected_bot: true }), 'created')
  assert.equal(await accept(query, sampleLead()), 'created')
  const [claimed] = await claim(query, 1, key)
  return { ada, id, claimed }
}

/** Reads the tables whose rows count; of a later version the columns that an earlier one had. */
async function readRows(query: Query, before?: Record<string, Row[]>) {
  const tables: Record<string, Row[]> = {}
  for (const table of ['leads', 'lead_submissions', 'lead_emails']) {
    const columns = Object.keys(before?.[table]?.[0] ?? {}).join(', ')
    tables[table] = await query(`select ${columns || '*'} from ${table} order by id`)
  }
  return tables
}

/** Works on as the function does: what was begun before the upgrade is ended, and what comes after it is taken. */
async function assertWorking(query: Query, { ada, id, claimed }: Awaited<ReturnType<typeof storeLeads>>) {
  const key = await readClaimKey(query)
  await query('set local role service_role')
  assert.equal(await accept(query, ada, id), 'replayed')
  assert.equal(await settle(query, claimed, 'sent'), 'sent')
  assert.equal(await accept(query, sampleLead()), 'created')
  const due = await claim(query, 10, key)
  // The second mail to the owner about Ada, the mail left of the last person before the upgrade, and two of the new one.
  assert.equal(due.length, 4)
  for (const mail of due) assert.equal(await settle(query, mail, 'sent'), 'sent')
  assert.deepEqual(await query('select begin_lead_sweep() as is_due'), [{ is_due: false }])
  await query('reset role')
  const states = await query('select status, count(*)::int as count from lead_emails group by 1 order by 1')
  const counts = Object.fromEntries(states.map(({ status, count }) => [status, count]))
  assert.deepEqual(counts, { dead: 1, held: 2, sent: 6, skipped: 1 })
}
