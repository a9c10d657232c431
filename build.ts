import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { hintCompilation } from './lib/compile-hint.ts'
import { inlineHashes } from './lib/csp/inline-hashes.ts'
import { nameIntentFiles } from './lib/intent-files.ts'
import { loadScriptsAfterPaint } from './lib/scripts-after-paint.ts'

/**
 * Builds twice. The strict policy lists a hash of each inline script, which are known only once the pages are
 * built; the second pass takes them in and must come out with the same pages.
 */
const { SUPABASE_SECRET_KEY, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY } = process.env

// With a lasting key the action keeps its id, so a page loaded before a deploy can still submit after it.
const actionKey = createHash('sha256')
  .update(`server-actions:${SUPABASE_SECRET_KEY ?? ''}`)
  .digest('base64')

const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || actionKey,
  BUILD_ID: randomBytes(8).toString('hex'),
}

build({})
const hashes = inlineHashes('.next')
build({ CSP_SCRIPTS: hashes.scripts.join(' '), CSP_STYLES: hashes.styles.join(' ') })
if (!isDeepStrictEqual(inlineHashes('.next'), hashes)) {
  console.error('The two passes built different pages, so the policy would block their scripts.')
  process.exit(1)
}
nameIntentFiles('.next')
hintCompilation('.next')

function build(pass: Record<string, string>): void {
  const next = new URL(import.meta.resolve('next/dist/bin/next')).pathname
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    env: { ...env, ...pass },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  loadScriptsAfterPaint('.next')
}
