import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import test from 'node:test'
import { openLeads } from './open-leads.ts'

const { query, leads, accept, folder } = await openLeads()
const file = path.join(folder, 'removals.txt')

test('the list of removals names nobody, and is applied after a restore', async () => {
  await leads('erase', 'ada@example.org', '--yes')
  await leads('revoke', 'bob@example.org')
  assert.equal((await leads('removals', '--out', file)).code, 0)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  assert.deepEqual(
    lines.map((line) => line.replace(/^[0-9a-f-]{36} | \S+Z.*$/g, '')),
    ['erased', 'withdrawn'],
  )

  await query(`delete from consent_events where kind = 'withdrawn'`)
  const { code, out } = await leads('reapply', file)
  assert.deepEqual(
    [code, out],
    [0, 'The files list 2 removals. Made again: the consent of 1 person withdrawn.\n'],
  )
  assert.deepEqual(await query(`select consent from leads where name = 'Bob'`), [{ consent: 'withdrawn' }])
})

test('a file without a removal, and one that is missing, are named', async () => {
  await accept('dot@example.org')
  assert.match((await leads('reapply', import.meta.filename)).err, /list no removal/)
  assert.match(
    (await leads('reapply', path.join(folder, 'none.txt'))).err,
    /none\.txt cannot be read \(ENOENT\)/,
  )
})
