import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hosted, theDesk, thePage } from '../../../desk/setup/hosted.ts'
import { installTool, toolPath, tools } from '../../../desk/setup/install-tool.ts'
import { writeOutput } from '../../../desk/web/server/write-output.ts'
import { copyProject } from '../../kit/copy-project.ts'
import { hostedVideo } from '../../kit/hosted-video.ts'
import { noneOf, tell, unmet } from '../harness/figure.ts'
import { startBackend } from '../harness/start-backend.ts'
import { configure } from '../variants/tried.ts'
import { filesIn, functionSizes, outputFaults, routeFaults } from './output-faults.ts'
import { faultsWithoutBackend, type Variables, walkFaults } from './walk-output.ts'

/**
 * Builds the site with the Vercel CLI in several ways, and visits the output of each build. It also tries builds that
 * must fail.
 */
const secretKey = 'sb_secret_recognisable'
type Build = Hosted['build']
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
refuse('a build by Next alone', production, /Run `npm run build`/, {
  framework: 'nextjs',
  buildCommand: 'next build',
})

configure(folder)
build(production)
tell('with variants of the page', [
  noneOf('faults of the output', outputFaults(folder, { secrets: [secretKey, token] })),
  noneOf('faults of the routes', routeFaults(output)),
])

const desk = {
  VERCEL_ENV: 'production',
  DESK_URL: 'https://desk.example.com',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_recognisable',
  DESK_TRY_KEY: 'recognisable_key_of_the_desk_on_the_web',
}
build(desk, theDesk.build)
tell('the desk on the web', [noneOf('faults of the output', await deskFaults())])
refuse(
  'a desk with a key to all leads',
  { ...desk, SUPABASE_SECRET_KEY: secretKey },
  /Remove it/,
  theDesk.build,
)

/**
 * Builds a copy of the project in the same way as Vercel, but without an account. Returns the output, and whether the
 * build succeeded.
 */
function vercelBuild(variables: Variables, how: Build = thePage.build) {
  // In a project from before 2020, the CLI takes the framework from package.json.
  const settings = { createdAt: Date.now(), installCommand: '', ...how }
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

function build(variables: Variables, how?: Build) {
  const { isBuilt, printed } = vercelBuild(variables, how)
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

/** Lists what of the desk on the web Vercel has changed, and which secrets are in its output. */
async function deskFaults(): Promise<string[]> {
  const expected = join(folder, 'expected')
  await writeOutput(expected)
  const listed = (root: string) =>
    ['static', 'functions']
      .flatMap((part) => filesIn(join(root, part)).map((file) => join(part, file)))
      .sort()
  const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8')
  const routesIn = (root: string): string[] =>
    JSON.parse(read(root, 'config.json')).routes.map((route: object) => JSON.stringify(route))
  const routes = routesIn(expected)
  const files = listed(output)
  const secrets = [secretKey, token, operatorSecret, desk.SUPABASE_PUBLISHABLE_KEY, desk.DESK_TRY_KEY]
  return [
    ...unmet({
      'one function and four files': files.length === 6,
      'the files that were built': `${files}` === `${listed(expected)}`,
      // Vercel adds a phase for errors.
      'the routes that were built':
        `${routesIn(output).filter((one) => routes.includes(one))}` === `${routes}`,
    }),
    ...files
      .filter((file) => read(output, file) !== read(expected, file))
      .map((file) => `${file} is not as it was built`),
    ...files.flatMap((file) =>
      secrets.filter((secret) => read(output, file).includes(secret)).map(() => `${file} holds a secret`),
    ),
  ]
}

function refuse(what: string, variables: Variables, sentence: RegExp, how?: Build) {
  const { isBuilt, printed } = vercelBuild(variables, how)
  const faults = unmet({
    'no output': !isBuilt,
    [`${sentence}, not ${printed.slice(-500)}`]: sentence.test(printed),
  })
  tell(`${what} is refused`, [noneOf('faults', faults)])
}
