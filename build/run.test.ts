import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'

/** Builds in a folder that has an older build and no sources. */
function build(t: TestContext, env: Record<string, string>, ...options: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'build-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const marker = path.join(folder, '.next/BUILD_ID')
  mkdirSync(path.dirname(marker))
  writeFileSync(marker, 'older')
  const { PATH, HOME } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'run.ts'), ...options],
    { cwd: folder, encoding: 'utf8', env: { PATH, HOME, ...env } as unknown as NodeJS.ProcessEnv },
  )
  return { status, output: stdout + stderr, isServed: existsSync(marker) }
}

test('a build for production needs all settings, and refuses before it begins', (t) => {
  for (const { status, output, isServed } of [
    build(t, { VERCEL_ENV: 'production' }),
    build(t, {}, '--production'),
  ]) {
    assert.equal(status, 1)
    assert.match(output, /^Wrong settings: .*SUPABASE_SECRET_KEY is missing.*SITE_SECRET is missing/)
    assert.doesNotMatch(output, /Next\.js/)
    assert.ok(isServed, 'the build before stays')
  }
})
