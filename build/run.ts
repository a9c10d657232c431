import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkProductionEnv, parseBuildEnv } from '../lib/env-schema.ts'
import { ignoreEnvFiles, loadEnvFiles } from '../lib/load-env-files.ts'
import { buildId } from './build-id.ts'
import { digestInputs, isBuiltFrom, recordInputs } from './build-inputs.ts'
import { checkOutput } from './check-output.ts'
import { hintCompilation } from './compile-hint.ts'
import { deferScripts } from './defer-scripts.ts'
import { testDistDir } from './dist-dir.ts'

// With --if-changed, only if sources or settings differ from the existing build's.
const { values: options } = parseArgs({
  options: { test: { type: 'boolean' }, production: { type: 'boolean' }, 'if-changed': { type: 'boolean' } },
})
if (options.test) {
  ignoreEnvFiles(process.env)
  // The test stack starts the build with its port.
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
  console.log(`Rebuilding in ${distDir}: the sources or settings are not those of an existing build.`)
}
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_DIST_DIR: distDir,
  RUN_BUILD_ID: buildId(process.env.SUPABASE_URL),
  // Vercel's adapter would publish pages before their scripts are deferred.
  NEXT_ADAPTER_PATH: undefined,
  ...(VERCEL_SKEW_PROTECTION_ENABLED === '1' && {
    NEXT_DEPLOYMENT_ID: process.env.NEXT_DEPLOYMENT_ID ?? VERCEL_DEPLOYMENT_ID,
  }),
}
/** Nothing that a visitor gets before the form is sent may contain these. */
const { SUPABASE_SECRET_KEY, SITE_SECRET } = process.env
const secrets = ['sb_secret_', ...[SUPABASE_SECRET_KEY, SITE_SECRET].flatMap((secret) => secret || [])]

try {
  if (options.production || VERCEL_ENV === 'production') checkProductionEnv(process.env)
  const { VIDEO_URL } = parseBuildEnv(process.env)
  // 'none' and '' are not addresses.
  if (VIDEO_URL.includes('/')) secrets.push(VIDEO_URL)
} catch (error) {
  stop(error)
}

try {
  build()
  hintCompilation(distDir)
  checkOutput(distDir, secrets)
  recordInputs(distDir, inputs)
} catch (error) {
  // The pages of a failed build may have no policy. Next.js serves no build without this file.
  rmSync(`${distDir}/BUILD_ID`, { force: true })
  stop(error)
}

function stop(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function build() {
  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'))
  const { status, signal } = spawnSync(process.execPath, [next, 'build'], {
    env,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`next build ended with ${signal ?? status}`)
  deferScripts(distDir)
}
