import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { installTool, tools } from './install-tool.ts'
import { SetupError } from './setup-error.ts'

test('a folder in which a program cannot be installed is named, with what to do', () => {
  const inFile = `${import.meta.filename}/supabase`
  assert.throws(
    () => installTool(tools.supabase, inFile),
    (error) =>
      error instanceof SetupError &&
      error.message.includes(
        `cannot be installed in ${inFile} (ENOTDIR). This user must be able to write there`,
      ),
  )
})

// npm compares the system of a package with its own, whatever --os says. So the packages are of another system here.
for (const [name, tool] of Object.entries(tools))
  test(`npm takes the lockfile of ${name} on a system for which it has no program`, (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lockfile-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const read = (file: string) =>
      JSON.parse(readFileSync(path.join(import.meta.dirname, '../..', tool, file), 'utf8'))
    const lockfile = read('package-lock.json')
    const entries: Record<string, { os?: string[] }> = lockfile.packages
    const ofSystems = Object.keys(entries).filter((at) => entries[at]?.os)
    assert.notEqual(ofSystems.length, 0)
    for (const at of ofSystems) Object.assign(entries[at] ?? {}, { os: ['sunos'] })
    const write = (file: string, content: object) =>
      writeFileSync(path.join(folder, file), JSON.stringify(content))
    write('package.json', read('package.json'))
    // Only what belongs to a system is of interest, and the test has no network.
    if (name === 'supabase') {
      write('package-lock.json', lockfile)
      execFileSync('npm', ['ci', '--offline', '--ignore-scripts', '--prefix', folder], { stdio: 'pipe' })
    }
    for (const at of ofSystems) assert.equal('optional' in (entries[at] ?? {}), true, at)
  })
