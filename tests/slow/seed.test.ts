import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { openEmbeddedDatabase } from '../../local/database/embedded-database.ts'
import { seedDesk } from '../../local/seed-desk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'seed-'))
test.after(() => rmSync(folder, { recursive: true }))

test('An empty desk gets 60 people of the last 40 days, and one with leads stays as it is', async () => {
  const file = path.join(import.meta.dirname, '../../local/seed.ts')
  execFileSync(process.execPath, [file], { env: { ...process.env, LOCAL_DATA_DIR: folder } })
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
