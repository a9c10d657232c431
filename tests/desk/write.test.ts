import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { write } from '../../desk/cli/write.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'write-'))
after(() => rm(folder, { recursive: true }))
const at = (name: string) => path.join(folder, name)
const { stdout } = process

test('a file of somebody else in place of the unfinished one gets nothing, and is left alone', async (context) => {
  context.mock.method(crypto, 'randomUUID', () => 'known')
  syncBuiltinESMExports()
  context.after(() => {
    context.mock.restoreAll()
    syncBuiltinESMExports()
  })
  await writeFile(at('leads.csv.known.part'), 'theirs', { mode: 0o666 })
  await assert.rejects(write(['ada@example.org'], { out: at('leads.csv') }, { stdout }), { code: 'EEXIST' })
  assert.equal(await readFile(at('leads.csv.known.part'), 'utf8'), 'theirs')
  await symlink(at('elsewhere'), at('other.csv.known.part'))
  await assert.rejects(write(['ada@example.org'], { out: at('other.csv') }, { stdout }), { code: 'EEXIST' })
  assert.deepEqual((await readdir(folder)).sort(), ['leads.csv.known.part', 'other.csv.known.part'])
})

test('the unfinished file has a name that nobody can foresee, is its owner’s alone, and goes if the list breaks off', async () => {
  const seen: string[] = []
  async function* text() {
    yield 'ada@example.org'
    const [part = ''] = (await readdir(folder)).filter((name) => name.startsWith('broken'))
    seen.push(part)
    if (process.platform !== 'win32') assert.equal((await stat(at(part))).mode & 0o777, 0o600)
    throw new Error('cut off')
  }
  for (const _ of [1, 2])
    await assert.rejects(write(text(), { out: at('broken.csv') }, { stdout }), { message: 'cut off' })
  for (const name of seen) assert.match(name, /^broken\.csv\.[\da-f-]{36}\.part$/)
  assert.notEqual(seen[0], seen[1])
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('broken')),
    [],
  )
})
