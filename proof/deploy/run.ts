import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { copyProject } from './copy-project.ts'
import { outputFaults, sizeOf } from './output-faults.ts'
import { startBackend } from './start-backend.ts'
import { installVercel, token, type Variables, vercelBuild } from './vercel-cli.ts'
import { faultsWithoutBackend, walkFaults } from './walk-output.ts'

/**
 * Builds the site by Vercel's own command in each way that Vercel may, looks at the output and uses it on the local
 * backend; then tries what must not be built. Exits with 1 when something does not hold.
 */
const secretKey = 'sb_secret_recognisable'
const production = {
  VERCEL_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_SECRET_KEY: secretKey,
  SITE_URL: 'https://www.example.com',
  VIDEO_URL: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
}
const preview = { VERCEL_ENV: 'preview' }
const skew = { VERCEL_SKEW_PROTECTION_ENABLED: '1', VERCEL_DEPLOYMENT_ID: 'dpl_recognisable' }

installVercel()
const folder = copyProject()
const output = join(folder, '.vercel/output')
const backend = await startBackend()
let count = 0
try {
  await prove('plain', production)
  await prove('with the adapter', { ...production, NEXT_ENABLE_ADAPTER: '1' })
  await prove('with skew protection', { ...production, ...skew }, '?dpl=dpl_recognisable')
  say(
    'production leads are not marked as those of a preview',
    backend.wasSent('"preview"') ? ['They are'] : [],
  )

  build(preview)
  say('preview', outputFaults(output, { secrets: [token], query: '', isPreview: true }))
  say('preview without a backend', await faultsWithoutBackend(output))
  const named = { ...preview, PREVIEW_SUPABASE_URL: backend.url }
  say('preview with a backend', await walkFaults(output, named, backend))
  say('its leads are marked', backend.wasSent('"preview":true') ? [] : ['They are not'])

  refuse(
    'a production build without variables',
    { VERCEL_ENV: 'production' },
    /SITE_URL is missing; VIDEO_URL/,
  )
  refuse(
    'a preview with the pair of production',
    { ...production, ...preview },
    /SUPABASE_URL is set for a preview/,
  )
  refuse('a build by Next alone', production, /Build with `npm run build`/, 'next build')

  const check = spawnSync('npm', ['run', 'check'], { cwd: folder, encoding: 'utf8' })
  say('npm run check after vercel build', check.status === 0 ? [] : [check.stdout + check.stderr])
  const left = ['.vercel/output/config.json', 'supabase/.temp/project-ref']
  const ignored = execFileSync('git', ['check-ignore', ...left], { encoding: 'utf8' })
    .trim()
    .split('\n')
  say(
    'git ignores what is left behind',
    left.filter((file) => !ignored.includes(file)),
  )
} finally {
  await backend.stop()
}
console.log(count ? `\n${count} do not hold` : '\nAll holds.')
process.exit(count ? 1 : 0)

async function prove(way: string, variables: Variables, query = '') {
  build(variables)
  say(`${way}: the output`, outputFaults(output, { secrets: [secretKey, token], query, isPreview: false }))
  say(`${way}: a visit`, await walkFaults(output, { ...variables }, backend))
  const size = (name: string) => `${name} ${sizeOf(join(output, 'functions', name)).toFixed(2)} MB`
  console.log(`  ${['index.func', 'stale-post.func', '_middleware.func'].map(size).join(', ')}`)
}

function build(variables: Variables) {
  const { isBuilt, printed } = vercelBuild(folder, variables)
  if (!isBuilt) throw new Error(printed)
}

function refuse(what: string, variables: Variables, sentence: RegExp, buildCommand?: string) {
  const { isBuilt, printed } = vercelBuild(folder, variables, buildCommand)
  say(`${what} is refused`, [
    ...(isBuilt ? ['It was built'] : []),
    ...(sentence.test(printed) ? [] : [`It says ${printed.slice(-500)}`]),
  ])
}

function say(what: string, faults: string[]) {
  console.log(faults.length ? `✖ ${what}` : `✔ ${what}`)
  for (const fault of faults) console.log(`  ${fault}`)
  count += faults.length
}
