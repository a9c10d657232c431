import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../sql/open-database.ts'
import { sampleLead } from '../sql/sample-lead.ts'
import { readStatements } from './documents.ts'

const database = await openDatabase()
after(() => database.close())
await database.query('select accept_lead(gen_random_uuid(), $1)', [sampleLead()])

/**
 * Matches names from extensions. The test database has only parts of these extensions. A hosted project has all of
 * them.
 */
const hosted = /\b(?:cron|vault|net)\.\w/
const statements = readStatements()

for (const { file, sql } of statements) {
  const isHosted = hosted.test(sql)
  test(`${file}: ${sql} ${isHosted ? 'is well-formed' : 'runs'}`, () =>
    database.rollBackAfter(async (query) => {
      // A statement must say in which schema a table is, as in the SQL editor of Supabase.
      await query('set local search_path = public')
      // PL/pgSQL parses the whole block before it runs any of it. The first statement is `return`, so the others are
      // only parsed.
      await query(isHosted ? `do $statements$ begin return; ${sql} end $statements$` : sql)
    }))
}

test('the statements were found, in blocks and in running text, and one that is no SQL is noticed', async () => {
  for (const found of ['vault.create_secret', 'update private.lead_settings'])
    assert.ok(statements.some(({ sql }) => sql.includes(found)))
  for (const sql of [
    'select * from private.lead_setings',
    'do $$ begin return; select from vault.secrets where; end $$',
  ])
    await assert.rejects(
      database.rollBackAfter((query) => query(sql)),
      { code: /^42/ },
    )
})
