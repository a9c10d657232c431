import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from '../../tests/kit/copy-project.ts'
import { hostedVideo } from '../../tests/kit/hosted-video.ts'
import { installTool } from '../harness/install-tool.ts'
import { createReport } from '../harness/report.ts'
import { startBackend } from '../harness/start-backend.ts'
import { configure } from '../variants/tried.ts'
import { outputFaults, sizeOf } from './output-faults.ts'
import { routeFaults } from './route-faults.ts'
import { token, type Variables, vercelBuild } from './vercel-cli.ts'
import { faultsWithoutBackend, walkFaults } from './walk-output.ts'

/** Builds the site by the Vercel CLI in each way, visits the output, and tries what must not be built. */
const secretKey = 'sb_secret_recognisable'
const production = {
  VERCEL_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_SECRET_KEY: secretKey,
  SITE_URL: 'https://www.example.com',
  VIDEO_URL: hostedVideo,
  SENDER: 'none',
  TERMS_LINK: 'none',
  PRIVACY_LINK: 'none',
}
const preview = { VERCEL_ENV: 'preview' }
const adapter = { NEXT_ENABLE_ADAPTER: '1' }
const skew = { VERCEL_SKEW_PROTECTION_ENABLED: '1', VERCEL_DEPLOYMENT_ID: 'dpl_recognisable' }

installTool('deploy/vercel')
const folder = copyProject('deploy')
// What docs/deploy.md has the operator write beside the sources.
const operatorSecret = 'secret_of_the_operator'
for (const name of ['operator.env', 'function.env'])
  writeFileSync(join(folder, name), `X="${operatorSecret}"\n`)
const output = join(folder, '.vercel/output')
const backend = await startBackend('deploy')
/** The page, that of an unknown path in two copies, that of a failed server in two, and three of a confirmation. */
const pages = 8
const { tell, end } = createReport()
try {
  await prove('plain', production)
  await prove('with the adapter', { ...production, ...adapter })
  await prove('with skew protection', { ...production, ...skew }, '?dpl=dpl_recognisable')
  await prove('with both', { ...production, ...adapter, ...skew }, '?dpl=dpl_recognisable')

  build(preview)
  tell('preview', outputFaults(output, { secrets: [token], query: '', isPreview: true, pages }))
  tell('preview without a backend', await faultsWithoutBackend(output))
  const named = { ...preview, PREVIEW_SUPABASE_URL: backend.url }
  tell('preview with a backend', await walkFaults(output, named, backend))

  tell('npm run check beside an output', checkFaults())

  const bare = { VERCEL_ENV: 'production' }
  refuse('a production build without variables', bare, /SITE_URL is missing; VIDEO_URL/)
  const leaking = { ...production, ...preview }
  refuse('a preview with the backend of production', leaking, /SUPABASE_URL is set for a preview/)
  const leadReading = { ...production, SUPABASE_DB_URL: 'postgres://postgres:x@db.example.com/postgres' }
  refuse('a build that could read leads', leadReading, /SUPABASE_DB_URL must not be set for the site/)
  refuse('a build by Next alone', production, /Run `npm run build`/, 'next build')

  const variants = configure(folder)
  build(production)
  const expected = { secrets: [secretKey, token], query: '', isPreview: false, pages: pages + variants }
  tell('with variants of the page', [...outputFaults(output, expected), ...routeFaults(output)])
} finally {
  await backend.stop()
}
end()

async function prove(way: string, variables: Variables, query = '') {
  build(variables)
  tell(
    `${way}: the output`,
    outputFaults(output, { secrets: [secretKey, token, operatorSecret], query, isPreview: false, pages }),
  )
  tell(`${way}: a visit`, await walkFaults(output, variables, backend))
  const size = (name: string) => `${name} ${sizeOf(join(output, 'functions', name)).toFixed(2)} MB`
  console.log(`  ${['index.func', 'answer.func', '_middleware.func'].map(size).join(', ')}`)
}

function build(variables: Variables) {
  const { isBuilt, printed } = vercelBuild(folder, variables)
  if (!isBuilt) throw new Error(printed)
}

/** Lists what disturbs a developer in a folder in which `vercel build` and `supabase link` have run. */
function checkFaults(): string[] {
  const left = ['.vercel/output/config.json', 'supabase/.temp/project-ref']
  // Of the project, since git ignores the whole copy.
  const project = join(import.meta.dirname, '../..')
  const { stdout } = spawnSync('git', ['check-ignore', ...left], { cwd: project, encoding: 'utf8' })
  const check = spawnSync('npm', ['run', 'check'], { cwd: folder, encoding: 'utf8' })
  return [
    ...left.filter((file) => !stdout.includes(file)).map((file) => `git sees ${file}`),
    ...(check.status === 0 ? [] : [check.stdout + check.stderr]),
  ]
}

function refuse(what: string, variables: Variables, sentence: RegExp, buildCommand?: string) {
  const { isBuilt, printed } = vercelBuild(folder, variables, buildCommand)
  tell(`${what} is refused`, [
    ...(isBuilt ? ['It was built'] : []),
    ...(sentence.test(printed) ? [] : [`It says ${printed.slice(-500)}`]),
  ])
}
