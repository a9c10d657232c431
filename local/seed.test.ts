import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { openEmbeddedDatabase } from './database/embedded-database.ts'
import { seedDesk } from './seed-desk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'seed-'))
test.after(() => rmSync(folder, { recursive: true }))

/** Runs `npm run seed` with these variables. Returns its exit code and what it said about its fault. */
const seed = (variables: Record<string, string> = {}) =>
  new Promise<{ code: unknown; fault: string }>((resolve) => {
    const env = { ...process.env, LOCAL_DATA_DIR: folder, ...variables }
    const file = path.join(import.meta.dirname, 'seed.ts')
    execFile(process.execPath, [file], { env }, (error, _, fault) => resolve({ code: error?.code, fault }))
  })

test('A live project is not filled with people who do not exist', async () => {
  for (const name of ['SUPABASE_URL', 'SUPABASE_DB_URL', 'DATABASE_URL']) {
    const { code, fault } = await seed({
      [name]: 'postgres://me:secret@db.example.supabase.co:5432/postgres',
    })
    assert.equal(code, 1)
    assert.match(fault, /only fills a desk of this machine, and not db\.example\.supabase\.co/)
    assert.doesNotMatch(fault, /secret/)
  }
})

test('An empty desk gets 60 people of the last 40 days, and one with leads stays as it is', async () => {
  assert.deepEqual(await seed(), { code: undefined, fault: '' })
  const database = await openEmbeddedDatabase(folder)
  await assert.rejects(seedDesk(database), /has leads already/)
  const stored = await database.transaction((query) =>
    query(`
      select count(*) as people,
        array_agg(distinct consent::text) as consents,
        array_agg(distinct variant) filter (where variant is not null) as variants,
        max(created_at) < now() and min(created_at) > now() - interval '41 days' as is_recent,
        count(call_again_on) > 2 as has_calls,
        (select count(*) > 10 from private.lead_notes) as has_notes,
        (select array_agg(distinct status::text) from private.outbox) as mails
      from private.leads`),
  )
  await database.close()
  const mails = ['failed', 'held', 'sent']
  const consents = ['asked', 'confirmed', 'given', 'none', 'withdrawn']
  const variants = ['control', 'no-degree']
  const has = { is_recent: true, has_calls: true, has_notes: true }
  assert.deepEqual(stored, [{ people: 60, consents, variants, mails, ...has }])
})
