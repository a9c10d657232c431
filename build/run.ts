import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { parseBuildEnv } from '../lib/env-schema.ts'
import { hintCompilation } from './compile-hint.ts'
import { deferScripts } from './defer-scripts.ts'
import { testDistDir } from './dist-dir.ts'
import { inlineHashes } from './inline-hashes.ts'
import { loadEnvFiles } from './load-env-files.ts'
import { pageSignature } from './page-signature.ts'

loadEnvFiles('production')
try {
  parseBuildEnv(process.env)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/**
 * Builds twice. The policy lists a hash of each inline script, and proxy.ts knows the form's action; both are known only
 * once the pages are built. The second pass takes them in and must come out with the same pages. With --test the build
 * goes into the folder of the tests.
 */
const distDir = process.argv.includes('--test') ? testDistDir : '.next'
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_DIST_DIR: distDir,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
    process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || randomBytes(32).toString('base64'),
  BUILD_ID: randomBytes(8).toString('hex'),
}

const first = build({})
const second = build({
  CSP_SCRIPTS: first.scripts.join(' '),
  CSP_STYLES: first.styles.join(' '),
  ACTION_SIGNATURE: first.signature,
})
if (!isDeepStrictEqual(first, second)) {
  console.error('The two passes built different pages, so the policy would block their scripts.')
  process.exit(1)
}
hintCompilation(distDir)

function build(pass: Record<string, string>) {
  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'))
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    env: { ...env, ...pass },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  deferScripts(distDir)
  return {
    ...inlineHashes(distDir),
    signature: pageSignature(readFileSync(`${distDir}/server/app/index.html`, 'utf8')),
  }
}
