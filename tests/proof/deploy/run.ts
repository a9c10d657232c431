import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installTool, toolPath, tools } from '../../../desk/setup/install-tool.ts'
import { copyProject } from '../../kit/copy-project.ts'
import { hostedVideo } from '../../kit/hosted-video.ts'
import { noneOf, tell, unmet } from '../harness/figure.ts'
import { startBackend } from '../harness/start-backend.ts'
import { configure } from '../variants/tried.ts'
import { functionSizes, outputFaults, routeFaults } from './output-faults.ts'
import { faultsWithoutBackend, type Variables, walkFaults } from './walk-output.ts'

/**
 * Builds the site with the Vercel CLI in several ways, and visits the output of each build. It also tries builds that
 * must fail.
 */
const secretKey = 'sb_secret_recognisable'
/** The Vercel CLI accepts any token here, because `vercel build` sends no request to Vercel. */
const token = 'recognisable_token'
const production = {
  VERCEL_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_SECRET_KEY: secretKey,
  SITE_SECRET: 'recognisable_secret_of_the_site_itself',
  SITE_URL: 'https://www.example.com',
  VIDEO_URL: hostedVideo,
  SENDER: 'none',
  TERMS_LINK: 'none',
  PRIVACY_LINK: 'none',
}
const preview = { VERCEL_ENV: 'preview' }
const adapter = { NEXT_ENABLE_ADAPTER: '1' }
const skew = { VERCEL_SKEW_PROTECTION_ENABLED: '1', VERCEL_DEPLOYMENT_ID: 'dpl_recognisable' }

installTool(tools.vercel)
const folder = copyProject('deploy')
// docs/deploy.md tells the operator to put these files into the folder of the repository.
const operatorSecret = 'secret_of_the_operator'
for (const name of ['operator.env', 'function.env'])
  writeFileSync(join(folder, name), `X="${operatorSecret}"\n`)
const output = join(folder, '.vercel/output')
await using backend = await startBackend('deploy')
const prove = async (way: string, variables: Variables, query = '') => {
  build(variables)
  const secrets = [secretKey, token, operatorSecret]
  tell(way, [
    noneOf('faults of the output', outputFaults(folder, { secrets, query })),
    noneOf('faults of a visit', await walkFaults(output, variables, backend)),
    ...functionSizes(output),
  ])
}
await prove('plain', production)
await prove('with the adapter', { ...production, ...adapter })
await prove('with skew protection', { ...production, ...skew }, '?dpl=dpl_recognisable')
await prove('with both', { ...production, ...adapter, ...skew }, '?dpl=dpl_recognisable')

build(preview)
const named = { ...preview, PREVIEW_SUPABASE_URL: backend.url }
tell('preview', [
  noneOf('faults of the output', outputFaults(folder, { secrets: [token], isPreview: true })),
  noneOf('faults without a backend', await faultsWithoutBackend(output)),
  noneOf('faults with a backend', await walkFaults(output, named, backend)),
  noneOf('faults of npm run check beside an output', checkFaults()),
])

// We try only one wrong setting here. The tests of lib/env-schema.ts cover all of them.
refuse('a production build without variables', { VERCEL_ENV: 'production' }, /SITE_URL is missing; VIDEO_URL/)
refuse('a build by Next alone', production, /Run `npm run build`/, 'next build')

configure(folder)
build(production)
tell('with variants of the page', [
  noneOf('faults of the output', outputFaults(folder, { secrets: [secretKey, token] })),
  noneOf('faults of the routes', routeFaults(output)),
])

/**
 * Builds a copy of the project in the same way as Vercel, but without an account. Returns the output, and whether the
 * build succeeded.
 */
function vercelBuild(variables: Variables, buildCommand?: string) {
  const settings = { framework: 'nextjs', installCommand: '', buildCommand }
  const linked = { projectId: 'project', orgId: 'org', settings }
  mkdirSync(join(folder, '.vercel'), { recursive: true })
  writeFileSync(join(folder, '.vercel/project.json'), JSON.stringify(linked))
  const cli = toolPath(tools.vercel, 'node_modules/vercel/dist/vc.js')
  const target = variables.VERCEL_ENV === 'production' ? ['--prod'] : []
  const args = [cli, 'build', ...target, '--standalone', '--yes', '--token', token]
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { PATH, HOME, VERCEL_TELEMETRY_DISABLED: '1', ...variables } as Variables as NodeJS.ProcessEnv,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { isBuilt: status === 0, printed: stdout + stderr }
}

function build(variables: Variables) {
  const { isBuilt, printed } = vercelBuild(variables)
  if (!isBuilt) throw new Error(printed)
}

/**
 * A developer has run `vercel build` and `supabase link` in this folder. Lists what is wrong with the folder
 * afterwards.
 */
function checkFaults(): string[] {
  const left = ['.vercel/output/config.json', 'supabase/.temp/project-ref']
  // Git ignores the whole copy, so we ask it about the same paths in the project itself.
  const project = join(import.meta.dirname, '../../..')
  const { stdout } = spawnSync('git', ['check-ignore', ...left], { cwd: project, encoding: 'utf8' })
  const check = spawnSync('npm', ['run', 'check'], { cwd: folder, encoding: 'utf8' })
  return [
    ...left.filter((file) => !stdout.includes(file)).map((file) => `git sees ${file}`),
    ...(check.status === 0 ? [] : [check.stdout + check.stderr]),
  ]
}

function refuse(what: string, variables: Variables, sentence: RegExp, buildCommand?: string) {
  const { isBuilt, printed } = vercelBuild(variables, buildCommand)
  const faults = unmet({
    'no output': !isBuilt,
    [`${sentence}, not ${printed.slice(-500)}`]: sentence.test(printed),
  })
  tell(`${what} is refused`, [noneOf('faults', faults)])
}
