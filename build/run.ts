import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { checkProductionEnv, parseBuildEnv } from '../lib/env-schema.ts'
import { ignoreEnvFiles, loadEnvFiles } from '../lib/load-env-files.ts'
import { buildId } from './build-id.ts'
import { digestInputs, isBuiltFrom, recordInputs } from './build-inputs.ts'
import { checkOutput } from './check-output.ts'
import { hintCompilation } from './compile-hint.ts'
import { deferScripts } from './defer-scripts.ts'
import { testDistDir } from './dist-dir.ts'
import { inlineHashes } from './inline-hashes.ts'

// Builds twice. The policy needs the hashes of all inline scripts, and they are known only after a first build. With
// --if-changed, it builds only if the sources or the settings differ from those of the existing build.
const { values: options } = parseArgs({
  options: { test: { type: 'boolean' }, production: { type: 'boolean' }, 'if-changed': { type: 'boolean' } },
})
if (options.test) {
  ignoreEnvFiles(process.env)
  // The test stack passes its port when it starts the build.
  delete process.env.PORT
} else loadEnvFiles('production')
const { VERCEL_ENV, VERCEL_SKEW_PROTECTION_ENABLED, VERCEL_DEPLOYMENT_ID } = process.env
const distDir = options.test ? testDistDir : '.next'
const inputs = digestInputs(process.env)
if (options['if-changed']) {
  if (isBuiltFrom(distDir, inputs)) {
    console.log(`Using the build in ${distDir} again: neither sources nor settings have changed.`)
    process.exit()
  }
  console.log(`Building anew in ${distDir}: the sources or settings are not those of an existing build.`)
}
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_DIST_DIR: distDir,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
    process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || randomBytes(32).toString('base64'),
  RUN_BUILD_ID: buildId(process.env.SUPABASE_URL),
  // Otherwise the adapter of Vercel would publish the pages of the first build, which have no policy yet.
  NEXT_ADAPTER_PATH: undefined,
  ...(VERCEL_SKEW_PROTECTION_ENABLED === '1' && {
    NEXT_DEPLOYMENT_ID: process.env.NEXT_DEPLOYMENT_ID ?? VERCEL_DEPLOYMENT_ID,
  }),
}
/** Nothing that a visitor gets before they submit the form may contain these. */
const { SUPABASE_SECRET_KEY, SITE_SECRET } = process.env
const secrets = ['sb_secret_', ...[SUPABASE_SECRET_KEY, SITE_SECRET].flatMap((secret) => secret || [])]

try {
  if (options.production || VERCEL_ENV === 'production') checkProductionEnv(process.env)
  const { VIDEO_URL } = parseBuildEnv(process.env)
  // 'none' and '' are no address.
  if (VIDEO_URL.includes('/')) secrets.push(VIDEO_URL)
} catch (error) {
  stop(error)
}

try {
  const first = build({})
  const second = build({
    CSP_SCRIPTS: first.scripts.join(' '),
    CSP_STYLES: first.styles.join(' '),
  })
  if (!isDeepStrictEqual(first, second))
    throw new Error('The two builds differ, so the policy would block the scripts of the pages.')
  hintCompilation(distDir)
  checkOutput(distDir, [...first.scripts, ...first.styles], secrets)
  recordInputs(distDir, inputs)
} catch (error) {
  // The pages of a failed build may have no policy. Next.js does not serve a build without this file, so the file is
  // removed.
  rmSync(`${distDir}/BUILD_ID`, { force: true })
  stop(error)
}

function stop(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function build(pass: Record<string, string>) {
  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'))
  const { status, signal } = spawnSync(process.execPath, [next, 'build'], {
    env: { ...env, ...pass },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`next build ended with ${signal ?? status}`)
  deferScripts(distDir)
  return inlineHashes(distDir)
}
