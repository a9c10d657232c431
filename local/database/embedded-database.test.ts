import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { openEmbeddedDatabase } from './embedded-database.ts'

const parent = fs.mkdtempSync(path.join(tmpdir(), 'embedded-'))
test.after(() => fs.rmSync(parent, { recursive: true }))

// A folder with a table of 500 rows, which spread over several pages.
const sound = path.join(parent, 'sound')
const database = await openEmbeddedDatabase(sound)
const [table] = await database.transaction(async (query) => {
  await query('create table people (id integer primary key, name text)')
  await query(`insert into people select id, repeat('x', 100) from generate_series(1, 500) id`)
  return query(`select pg_relation_filepath('people') as file`)
})

test('A data folder that another process uses is refused', async () => {
  await assert.rejects(
    openEmbeddedDatabase(sound),
    refusal(sound, 'is in use by another process; end that one'),
  )
  await database.close()
})

test('Every commit reaches the disk before it is answered', async (t) => {
  const opened = await openEmbeddedDatabase(sound)
  const fsync = t.mock.method(fs, 'fsyncSync')
  for (let id = 501; id <= 510; id += 1) {
    await opened.transaction((query) => query('insert into people values ($1)', [id]))
  }
  assert.ok(fsync.mock.callCount() >= 10, `${fsync.mock.callCount()} calls of fsync`)
  await opened.close()
})

const segment = (folder: string) =>
  path.join(folder, 'pg_wal', String(fs.readdirSync(path.join(folder, 'pg_wal')).sort()[0]))

const damages: Record<string, (folder: string) => void> = {
  'a table that is empty': (folder) => fs.truncateSync(path.join(folder, String(table?.file)), 0),
  'a table that is cut short': (folder) => fs.truncateSync(path.join(folder, String(table?.file)), 8192),
  'a table with a changed byte': (folder) => {
    const file = fs.openSync(path.join(folder, String(table?.file)), 'r+')
    fs.writeSync(file, 'y', 8000)
    fs.closeSync(file)
  },
  'a control file that is cut short': (folder) =>
    fs.truncateSync(path.join(folder, 'global/pg_control'), 100),
  'a write-ahead log that is cut short': (folder) => fs.truncateSync(segment(folder), 0),
  'no PG_VERSION': (folder) => fs.rmSync(path.join(folder, 'PG_VERSION')),
}
for (const [damage, apply] of Object.entries(damages)) {
  test(`A database with ${damage} is refused and stays as it is`, async () => {
    const dataDir = path.join(parent, damage)
    const folder = path.join(dataDir, 'postgres')
    fs.cpSync(sound, dataDir, { recursive: true })
    apply(folder)
    await assert.rejects(
      openEmbeddedDatabase(dataDir),
      refusal(folder, 'is damaged \\((could not|invalid page|PG_VERSION).+\\); put a copy back'),
    )
    assert.ok(fs.existsSync(path.join(folder, String(table?.file))))
  })
}

test('A file in the place of a folder is named', async () => {
  const file = path.join(parent, 'file')
  fs.writeFileSync(file, '')
  await assert.rejects(
    openEmbeddedDatabase(file),
    refusal(file, 'is a file, not a folder; move the file away'),
  )
  const below = path.join(file, 'data')
  await assert.rejects(openEmbeddedDatabase(below), refusal(below, 'is below a file, not a folder'))
  const dataDir = path.join(parent, 'file-inside')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'postgres'), '')
  const inside = path.join(dataDir, 'postgres')
  await assert.rejects(openEmbeddedDatabase(dataDir), refusal(inside, 'is below a file, not a folder'))
})

test('A folder without permission is named', async () => {
  const closed = path.join(parent, 'closed')
  fs.mkdirSync(closed, { mode: 0o555 })
  fs.chmodSync(parent, 0o755)
  // Nothing is closed to root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    const message = 'may not be written by this user'
    await assert.rejects(openEmbeddedDatabase(closed), refusal(closed, message))
    const inside = path.join(closed, 'data')
    await assert.rejects(openEmbeddedDatabase(inside), refusal(inside, message))
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})

test('A full disk is named, by a first start and by a later one', async (t) => {
  t.mock.method(fs, 'writeSync', () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  const first = path.join(parent, 'full')
  const message = 'is on a disk that is full; make room'
  await assert.rejects(openEmbeddedDatabase(first), refusal(path.join(first, 'postgres'), message))
  const later = path.join(parent, 'full-later')
  fs.cpSync(sound, later, { recursive: true })
  await assert.rejects(openEmbeddedDatabase(later), refusal(path.join(later, 'postgres'), message))
})

function refusal(folder: string, fault: string) {
  return {
    message: new RegExp(`^The data folder ${folder} ${fault}.*, or set LOCAL_DATA_DIR to another folder$`),
  }
}
