import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { installTool, toolPath, tools } from '../../../desk/setup/install-tool.ts'
import { openDatabase } from '../../../local/database/open-database.ts'
import { type Env, readSettings } from '../../../local/settings.ts'
import { readCommands } from '../../checks/documents.ts'
import { listen } from '../../kit/listen.ts'
import { readUpload, type Upload, unpackUpload } from '../../kit/unpack-upload.ts'
import { createOnServer } from '../../sql/create-on-server.ts'
import { findAccessFaults } from '../../sql/find-access-faults.ts'
import { readProject } from '../../sql/open-database.ts'
import { type Figure, figure, noneOf, tell } from '../harness/figure.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) throw new Error('TEST_DATABASE_URL is not set; give a Postgres server to make a database on')
const project = mkdtempSync(path.join(tmpdir(), 'push-'))

installTool(tools.supabase)
for (const name of ['supabase', 'site'])
  cpSync(path.join(import.meta.dirname, '../../..', name), path.join(project, name), { recursive: true })
try {
  tell('migrations by the CLI', await checkPush(server))
  tell('what the CLI uploads', await checkUpload())
  tell('subcommands and options that the documents name', await checkDocumented())
} finally {
  rmSync(project, { recursive: true })
}

/**
 * Pushes the migrations twice to a database that is like that of a new project. Then it checks who can read or change
 * the leads.
 */
async function checkPush(server: string): Promise<Figure[]> {
  await using database = await createOnServer(server, [await readProject()])
  // By default, the CLI uses TLS, but the test server has no TLS.
  const target = `--remote=${database.url}?sslmode=disable`
  await supabase('db', 'push', target)
  const again = await supabase('db', 'push', target)
  const listed = await supabase('migration', 'list', target)
  const pushed = await database.query(
    `select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations`,
  )
  const files = new Set(readdirSync(path.join(project, 'supabase/migrations')))
  const faults = await database.rollBackAfter((query) => Array.fromAsync(findAccessFaults(query)))
  const local = await openDatabase({ ...readSettings({}), databaseUrl: database.url })
  await local.close()
  return [
    noneOf('migrations that are not pushed', [
      ...files.difference(new Set(pushed.map(({ file }) => String(file)))),
    ]),
    noneOf('migrations that a second push finds', /is up to date/.test(again) ? [] : [again]),
    noneOf(
      'migrations that the list has not in both columns',
      [...files].filter((file) => listed.split(file.split('_')[0] ?? '').length < 3),
    ),
    noneOf('ways to the leads but for the service role and its own functions', faults),
  ]
}

/** Puts only the files that `supabase functions deploy` uploads into a folder, and checks the types there. */
async function checkUpload(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { files, metadata } of await uploadFunctions()) {
    const folder = mkdtempSync(path.join(project, 'uploaded-'))
    await unpackUpload({ files, metadata }, folder)
    const { entrypoint_path: entrypoint, import_map_path: config, verify_jwt: wantsJwt } = metadata
    const check = spawnSync('deno', ['check', '--quiet', '--config', config, entrypoint], {
      cwd: folder,
      encoding: 'utf8',
      // Deno downloads packages. It trusts the certificates of this machine only if this variable is set.
      env: { ...process.env, DENO_TLS_CA_STORE: 'system,mozilla' },
    })
    const names = files.map(({ name }) => name)
    figures.push(
      figure(`files of ${entrypoint}`, names.length, { least: 1 }),
      noneOf(
        'tests among them',
        names.filter((name) => /\.test\./.test(name)),
      ),
      noneOf('JWTs that the platform asks for', wantsJwt ? ['verify_jwt is set'] : []),
      noneOf('faults by deno check of them alone', check.status === 0 ? [] : [check.stderr]),
    )
  }
  return figures
}

/**
 * Our documents tell operators which subcommands and options of the CLI to type. Checks that the CLI knows all of
 * them.
 */
function checkDocumented(): Promise<Figure[]> {
  const documented = readCommands().filter(({ command }) => command.startsWith('npx supabase@'))
  const checks = documented.map(async ({ file, command }) => {
    const [subcommand = '', ...options] = command.split(/ (?=--)/)
    const words = subcommand.split(' ').slice(2)
    const help = await supabase(...words, '--help')
    const names = [
      `supabase ${words.slice(0, 2).join(' ')}`.trim(),
      ...options.map((one) => one.split(' ')[0] ?? ''),
    ]
    return noneOf(
      `${file}: ${command}`,
      names.filter((name) => !help.includes(name)),
    )
  })
  return Promise.all(checks)
}

/**
 * Runs the CLI on the folder supabase/ in `project`. Resolves to the output. If the CLI fails, the error contains the
 * output.
 */
async function supabase(...args: string[]): Promise<string> {
  const { PATH } = process.env
  const env: Env = { PATH, HOME: project, DO_NOT_TRACK: '1', SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}` }
  const file = toolPath(tools.supabase, 'node_modules/@supabase/cli-linux-x64/bin/supabase')
  const options = { cwd: project, env: env as NodeJS.ProcessEnv }
  const { stdout, stderr } = await promisify(execFile)(file, [...args, '--yes'], options)
  return `${stdout}${stderr}`
}

/**
 * Makes the CLI deploy the functions to a test server of our own. Resolves to what the CLI has uploaded for each
 * function.
 */
async function uploadFunctions(): Promise<Upload[]> {
  const uploads: Upload[] = []
  const server = createServer(async (request, answer) => {
    const type = request.headers['content-type'] ?? ''
    const body = await buffer(request)
    answer.setHeader('content-type', 'application/json')
    if (request.method !== 'POST') return answer.end('[]')
    const upload = await readUpload(body, type)
    const { metadata } = upload
    uploads.push(upload)
    answer.statusCode = 201
    return answer.end(
      JSON.stringify({ id: '1', slug: metadata.name, version: 1, status: 'ACTIVE', ...metadata }),
    )
  })
  const api = `http://127.0.0.1:${await listen(server)}`
  const profile = path.join(project, 'profile.yaml')
  const addresses = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${api}\n`)
  writeFileSync(profile, `name: proof\nproject_host: example.com\n${addresses.join('')}`)
  try {
    const target = `--remote=${'a'.repeat(20)}`
    await supabase('functions', 'deploy', '--use-api', target, '--profile', profile)
  } finally {
    server.close()
  }
  return uploads
}
