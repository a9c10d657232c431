import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { readSchema } from '../../tests/sql/open-database.ts'
import { openPGlite } from '../../tests/sql/open-empty-database.ts'
import type { Database, Row } from './database.ts'
import { migrate } from './migrate.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'migrate-'))
const folder = path.join(parent, 'migrations')
mkdirSync(folder)
const first = path.join(folder, '20980101000000_first.sql')
writeFileSync(
  first,
  `create table first (note text default 'a;b');\n-- The end.\ncreate view seconds as select 1;\n`,
)

const db = await openPGlite(await readSchema())
const database: Pick<Database, 'transaction'> = {
  transaction: (work) =>
    db.transaction((transaction) =>
      work(async (sql, values) => {
        const result = values ? await transaction.query(sql, values) : (await transaction.exec(sql)).at(-1)
        return (result?.rows ?? []) as Row[]
      }),
    ),
}
test.after(async () => {
  await db.close()
  rmSync(parent, { recursive: true })
})
const query = (sql: string) => database.transaction((run) => run(sql))
const failing = path.join(folder, '20990101000000_failing.sql')

test('A second start finds its migrations applied', async () => {
  await migrate(database, folder)
  await migrate(database, folder)
  assert.deepEqual(await query('select * from first'), [])
})

test('A migration that fails is named, and leaves nothing behind', async () => {
  writeFileSync(failing, 'create table half_made (id integer); select 1 / 0;')
  await assert.rejects(migrate(database, folder), {
    message: 'Migration 20990101000000_failing.sql failed: division by zero',
  })
  assert.deepEqual(await query(`select to_regclass('half_made') as made`), [{ made: null }])
  rmSync(failing)
})

const edited =
  /^Migration 20980101000000_first\.sql was edited after this database had applied it\. Put the file back .+\. To start with a new database, set LOCAL_DATA_DIR to another folder, or DATABASE_URL to another database$/

test('A migration that was edited since is named with the way out, and no later one is applied', async () => {
  const kept = path.join(parent, 'kept.sql')
  cpSync(first, kept)
  appendFileSync(first, 'create table third ();\n')
  writeFileSync(failing, 'select 1 / 0')
  await assert.rejects(migrate(database, folder), { message: edited })
  rmSync(failing)
  renameSync(kept, first)
  await migrate(database, folder)
})

test('A database that has more migrations than the folder starts, as after a rollback of the code', async () => {
  rmSync(first)
  await migrate(database, folder)
})

const record = (statements: string) =>
  query(`update supabase_migrations.schema_migrations set statements = ${statements} where name = 'first'`)

test('Migrations that the Supabase CLI applied are compared by their statements', async () => {
  writeFileSync(
    first,
    `create table first (note text default 'a;b');\n-- The end.\ncreate view seconds as select 1;\n`,
  )
  await record(
    `array[$$create table first (note text default 'a;b')$$, E'-- The end.\\ncreate view seconds as select 1']`,
  )
  await migrate(database, folder)
  await record(`array[$$create table first (note text default 'a;b')$$]`)
  await assert.rejects(migrate(database, folder), { message: edited })
})

test('A database from before version 1.0 is named with the way out, and nothing in it changes', async () => {
  await query(`insert into supabase_migrations.schema_migrations (version) values ('20261120000000')`)
  writeFileSync(failing, 'select 1 / 0')
  await assert.rejects(migrate(database, folder), {
    message:
      'This database was made before version 1.0 (migration 20261120000000). To start with a new database, ' +
      'set LOCAL_DATA_DIR to another folder, or DATABASE_URL to another database',
  })
})
