import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinSchemas, readFirstMigration } from '../../supabase/write-migration.ts'
import { findMigrationEdits } from './find-migration-edits.ts'
import { openDatabase, readMigrations } from './open-database.ts'
import { readRelease } from './read-release.ts'

const [first, second] = ['20260101000000_first.sql', '20260201000000_second.sql'].map((name) => ({
  name,
  sql: `-- ${name}`,
})) as [{ name: string; sql: string }, { name: string; sql: string }]

test('no migration of the last release is edited or missing', async () => {
  assert.deepEqual(findMigrationEdits(readRelease(), await readMigrations()), [])
})

test('the first migration is made of the files in supabase/schemas; `npm run format` writes it', () => {
  assert.equal(readFirstMigration(), joinSchemas())
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
    where pronamespace in ('private'::regnamespace, 'desk'::regnamespace, 'public'::regnamespace)
      and prosqlbody is not null
      and exists (
        select from pg_type join pg_class on pg_class.oid = typrelid
        where pg_type.oid = any (proargtypes) and relkind <> 'c'
      )`)
  assert.deepEqual(found, [])
})
