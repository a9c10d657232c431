import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { openEmbeddedDatabase } from '../../local/database/embedded-database.ts'

const parent = fs.mkdtempSync(path.join(tmpdir(), 'embedded-'))
test.after(() => fs.rmSync(parent, { recursive: true }))

/**
 * Opens a database that should be refused. If it opens anyway, it is closed again. Otherwise this process could not
 * exit.
 */
const open = (dataDir: string) => openEmbeddedDatabase(dataDir).then((opened) => opened.close())

test('A data folder that another process uses is refused, and what was committed is there at the next start', async () => {
  const dataDir = path.join(parent, 'sound')
  const database = await openEmbeddedDatabase(dataDir)
  await database.transaction((query) => query('create table people as select 1 as id'))
  await assert.rejects(open(dataDir), refusal(dataDir, 'is in use by another process; stop that process'))
  await database.close()
  const opened = await openEmbeddedDatabase(dataDir)
  assert.deepEqual(await opened.transaction((query) => query('select id from people')), [{ id: 1 }])
  await opened.close()
})

test('A first start that was interrupted is begun anew', async () => {
  const dataDir = path.join(parent, 'interrupted')
  fs.mkdirSync(path.join(dataDir, 'postgres.unfinished'), { recursive: true })
  fs.writeFileSync(path.join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '')
  await open(dataDir)
  assert.deepEqual(fs.readdirSync(dataDir).sort(), ['lock.sqlite', 'postgres'])
})

test('A database that Postgres does not open is named with what it says', async () => {
  const dataDir = path.join(parent, 'damaged')
  await open(dataDir)
  const folder = path.join(dataDir, 'postgres')
  fs.truncateSync(path.join(folder, 'global/pg_control'), 100)
  await assert.rejects(
    open(dataDir),
    refusal(folder, 'cannot be opened \\(could not .*pg_control.*\\); fix that, restore a copy'),
  )
})

test('A folder that cannot be created or written is named', async () => {
  const file = path.join(parent, 'file')
  fs.writeFileSync(file, '')
  await assert.rejects(open(file), refusal(file, 'cannot be created \\(EEXIST\\); fix that'))
  const closed = path.join(parent, 'closed')
  fs.mkdirSync(closed, { mode: 0o555 })
  fs.chmodSync(parent, 0o755)
  // If the tests run as root, they switch to another user here, because root can write to every folder.
  const isRoot = process.getuid?.() === 0
  if (isRoot) fs.chownSync(closed, 65534, 65534)
  if (isRoot) process.seteuid?.(65534)
  try {
    await assert.rejects(open(closed), refusal(closed, 'cannot be written \\(.*open.*\\); fix that'))
    const inside = path.join(closed, 'data')
    await assert.rejects(open(inside), refusal(inside, 'cannot be created \\(EACCES\\); fix that'))
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})

function refusal(folder: string, fault: string) {
  return {
    message: new RegExp(`^The data folder ${folder} ${fault}.*, or set LOCAL_DATA_DIR to another folder$`),
  }
}
