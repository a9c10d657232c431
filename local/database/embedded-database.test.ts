import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { openEmbeddedDatabase } from './embedded-database.ts'

const parent = fs.mkdtempSync(path.join(tmpdir(), 'embedded-'))
test.after(() => fs.rmSync(parent, { recursive: true }))

/** Opens a database that is expected to be refused; one that is not would keep this process. */
const open = (dataDir: string) => openEmbeddedDatabase(dataDir).then((opened) => opened.close())

// A folder with a table of 500 rows, which spread over several pages.
const sound = path.join(parent, 'sound')
const database = await openEmbeddedDatabase(sound)
const [table] = await database.transaction(async (query) => {
  await query('create table people (id integer primary key, name text)')
  await query(`insert into people select id, repeat('x', 100) from generate_series(1, 500) id`)
  return query(`select pg_relation_filepath('people') as file`)
})

test('A data folder that another process uses is refused', async () => {
  await assert.rejects(open(sound), refusal(sound, 'is in use by another process; end that one'))
})

test('Every commit reaches the disk before it is answered', async (t) => {
  const fsync = t.mock.method(fs, 'fsyncSync')
  for (let id = 501; id <= 510; id += 1) {
    const before = fsync.mock.callCount()
    await database.transaction((query) => query('insert into people values ($1)', [id]))
    assert.ok(fsync.mock.callCount() > before, `commit ${id}`)
  }
  await database.close()
})

/** Moves the data to a folder of its own, since an opening that was refused holds its folder until the process ends. */
function moveTo(name: string) {
  const dataDir = path.join(parent, name)
  fs.mkdirSync(dataDir)
  fs.renameSync(path.join(place, 'postgres'), path.join(dataDir, 'postgres'))
  place = dataDir
  return dataDir
}
let place = sound

const relation = String(table?.file)
const damages: Record<string, [file: string, apply: (file: string) => void]> = {
  'no PG_VERSION': ['PG_VERSION', fs.rmSync],
  'a control file that is cut short': ['global/pg_control', (file) => fs.truncateSync(file, 100)],
  'a table that is empty': [relation, (file) => fs.truncateSync(file, 0)],
  'a table with a changed byte': [
    relation,
    (file) => {
      const descriptor = fs.openSync(file, 'r+')
      fs.writeSync(descriptor, 'y', 8000)
      fs.closeSync(descriptor)
    },
  ],
}
for (const [damage, [name, apply]] of Object.entries(damages)) {
  test(`A database with ${damage} is refused`, async () => {
    const folder = path.join(moveTo(damage), 'postgres')
    const file = path.join(folder, name)
    const content = fs.readFileSync(file)
    apply(file)
    await assert.rejects(
      open(place),
      refusal(folder, 'is damaged \\((could not|invalid page|PG_VERSION).+\\); put a copy back'),
    )
    fs.writeFileSync(file, content)
  })
}

test('A database whose damaged files were put back has all that was in it', async () => {
  const opened = await openEmbeddedDatabase(moveTo('repaired'))
  const [row] = await opened.transaction((query) => query('select count(*) from people'))
  await opened.close()
  assert.deepEqual(row, { count: 510 })
})

test('A file in the place of a folder is named', async () => {
  const file = path.join(parent, 'file')
  fs.writeFileSync(file, '')
  await assert.rejects(open(file), refusal(file, 'is a file, not a folder; move the file away'))
  const below = path.join(file, 'data')
  await assert.rejects(open(below), refusal(below, 'is below a file, not a folder'))
  const dataDir = path.join(parent, 'file-inside')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'postgres'), '')
  const inside = path.join(dataDir, 'postgres')
  await assert.rejects(open(dataDir), refusal(inside, 'is below a file, not a folder'))
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
    await assert.rejects(open(closed), refusal(closed, message))
    const inside = path.join(closed, 'data')
    await assert.rejects(open(inside), refusal(inside, message))
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
  await assert.rejects(open(first), refusal(path.join(first, 'postgres'), message))
  const later = moveTo('full-later')
  await assert.rejects(open(later), refusal(path.join(later, 'postgres'), message))
})

function refusal(folder: string, fault: string) {
  return {
    message: new RegExp(`^The data folder ${folder} ${fault}.*, or set LOCAL_DATA_DIR to another folder$`),
  }
}
