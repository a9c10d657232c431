import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'

const folder = mkdtempSync(path.join(tmpdir(), 'seed-'))
test.after(() => rmSync(folder, { recursive: true }))

/** Returns its exit code and what it said about its fault. */
const seed = (variables: Record<string, string> = {}) =>
  new Promise<{ code: unknown; fault: string }>((resolve) => {
    const env = { ...process.env, LOCAL_DATA_DIR: folder, ...variables }
    const file = path.join(import.meta.dirname, 'seed.ts')
    execFile(process.execPath, [file], { env }, (error, _, fault) => resolve({ code: error?.code, fault }))
  })

test('A live project is not filled with people who do not exist', async () => {
  for (const name of ['SUPABASE_URL', 'SUPABASE_DB_URL', 'DATABASE_URL']) {
    const { code, fault } = await seed({
      [name]: 'postgres://me:secret@db.example.supabase.co:5432/postgres',
    })
    assert.equal(code, 1)
    assert.match(fault, /only fills a desk of this machine, and not db\.example\.supabase\.co/)
    assert.doesNotMatch(fault, /secret/)
  }
})
