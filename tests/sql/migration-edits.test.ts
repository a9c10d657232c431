import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFirstAlone, joinSchemas, readFirstMigration } from '../../supabase/write-migration.ts'
import { findMigrationEdits } from './find-migration-edits.ts'
import { openDatabase, readMigrations, readProject } from './open-database.ts'
import { createDatabase } from './open-empty-database.ts'
import { readCatalog } from './read-catalog.ts'
import { readRelease } from './read-release.ts'

const [first, second] = ['20260101000000_first.sql', '20260201000000_second.sql'].map((name) => ({
  name,
  sql: `-- ${name}`,
})) as [{ name: string; sql: string }, { name: string; sql: string }]

test('no migration of the last release is edited or missing', async () => {
  assert.deepEqual(findMigrationEdits(readRelease(), await readMigrations()), [])
})

test('as long as it is the only one, the first migration is made of supabase/schemas; `npm run format` writes it', () => {
  if (isFirstAlone()) assert.equal(readFirstMigration(), joinSchemas())
})

test('the migrations make what supabase/schemas says', async () => {
  await using migrated = await openDatabase()
  await using described = await createDatabase([await readProject(), joinSchemas()])
  assert.deepEqual(await readCatalog(migrated.query), await readCatalog(described.query))
})

test('a migration that supabase/schemas does not follow is seen', async () => {
  await using database = await openDatabase()
  const before = await readCatalog(database.query)
  for (const change of [
    'alter table leads add column nickname text',
    `alter table leads alter column extra set default '{"a": 1}'`,
    'drop index leads_phone_idx',
    'grant execute on function public.accept_lead to anon',
    'alter table leads disable trigger leads_note_change',
    `alter type message_priority add value 'last'`,
    `create or replace function retry_delay(queued_for interval) returns interval language sql as $$ select queued_for $$`,
  ]) {
    const after = await database.rollBackAfter(async (query) => {
      await query(change)
      return readCatalog(query)
    })
    assert.notDeepEqual(after, before, change)
  }
})

test('an edited, a missing and an early migration are each named, and a new one is not', () => {
  const [edited, early] = [
    { ...first, sql: 'select 1' },
    { name: '20260115000000_early.sql', sql: '' },
  ]
  const next = { name: '20260301000000_next.sql', sql: '' }
  assert.match(findMigrationEdits([first, second], [edited, second]).join(), /^\S+first\.sql was edited\./)
  assert.match(findMigrationEdits([first, second], [first]).join(), /^\S+second\.sql is missing\./)
  assert.match(
    findMigrationEdits([first, second], [first, early, second]).join(),
    /^\S+early\.sql is older than/,
  )
  assert.deepEqual(findMigrationEdits([first, second], [first, second, next]), [])
})

test('no function of the schema is longer than 140 lines', async () => {
  const sql = (await readMigrations()).map((migration) => migration.sql).join('\n')
  const functions =
    sql.match(
      /^create function [^;$]+?(?:(\$[a-z]*\$)[\s\S]+?\1;|^begin atomic[\s\S]+?^end;|^return [\s\S]+?;)$/gm,
    ) ?? []
  assert.equal(functions.length, sql.match(/create function/g)?.length)
  assert.deepEqual(
    functions.filter((text) => text.split('\n').length > 140).map((text) => text.split('\n')[0]),
    [],
  )
})

test('no line of the schema is longer than 110 characters', async () => {
  const lines = (await readMigrations()).flatMap(({ sql }) => sql.split('\n'))
  assert.deepEqual(
    lines.filter((line) => line.length > 110),
    [],
  )
})

// A later migration may replace an object.
test('each object of the first migration is created once', () => {
  const created = [
    ...readFirstMigration().matchAll(
      /^ *create (?:or replace )?(?:unique )?(table|view|function|index|trigger) ([\w.]+)/gm,
    ),
  ].map(([, kind, name]) => `${kind} ${name}`)
  assert.deepEqual(
    created.filter((name, index) => created.indexOf(name) !== index),
    [],
  )
})

// Postgres 15 refuses to add a column with a default to a table if such a function takes a row of the table.
test('no function with a body that is parsed at once takes a row of a table', async () => {
  await using database = await openDatabase()
  const found = await database.query(`select proname from pg_proc
    where pronamespace in ('private'::regnamespace, 'desk'::regnamespace, 'backup'::regnamespace, 'public'::regnamespace)
      and prosqlbody is not null
      and exists (
        select from pg_type join pg_class on pg_class.oid = typrelid
        where pg_type.oid = any (proargtypes) and relkind <> 'c'
      )`)
  assert.deepEqual(found, [])
})
