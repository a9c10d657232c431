import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { findMigrationEdits } from './find-migration-edits.ts'
import { readMigrations } from './open-database.ts'

const list = await readFile(new URL('../migrations.sha256', import.meta.url), 'utf8')
const migrations = await readMigrations()
const second = migrations[1]
assert.ok(second)
const added = (name: string) => [...migrations, { name, sql: 'select 1;\n' }]

test('no migration was edited, and each is in the list of checksums', () => {
  assert.deepEqual(findMigrationEdits(migrations, list), [])
})

test('each edit is named with what to do', () => {
  const { name } = second
  const sum = (sql: string) => createHash('sha256').update(sql).digest('hex')
  const present = migrations.map((one) => `${sum(one.sql)}  migrations/${one.name}\n`).join('')
  for (const [found, sentence] of [
    [
      migrations.with(1, { name, sql: `${second.sql} ` }),
      `${name} was edited. Put it back as it was, and write`,
    ],
    [
      migrations.toSpliced(1, 1),
      `${name} is missing. Put it back as it was, and write the change as a new migration`,
    ],
    [
      added('20990101000000_new.sql'),
      '20990101000000_new.sql is new. Once it is as it shall stay, add its line: (cd',
    ],
    [added('20260101000000_old.sql'), '20260101000000_old.sql is older than'],
  ] as const) {
    const edits = findMigrationEdits([...found], present)
    assert.equal(edits.length, 1)
    assert.ok(edits[0]?.startsWith(sentence), edits[0])
  }
})
