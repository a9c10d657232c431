import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../local/database/open-database.ts'
import { readSettings } from '../../local/settings.ts'
import { findAccessFaults } from '../../supabase/tests/find-access-faults.ts'
import { readCommands } from '../../tests/checks/documents.ts'
import { installTool } from '../harness/install-tool.ts'
import { openSession } from '../harness/open-session.ts'
import { createReport } from '../harness/report.ts'
import { checkRestore } from './check-restore.ts'
import { supabase } from './supabase-cli.ts'
import { uploadFunctions } from './upload-function.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) throw new Error('TEST_DATABASE_URL is not set; give a Postgres server to make a database on')
const root = path.join(import.meta.dirname, '../..')
const project = mkdtempSync(path.join(tmpdir(), 'push-'))
const name = `push_${randomUUID().slice(0, 8)}`
const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href

const { tell, end } = createReport()

installTool('push/cli')
cpSync(path.join(root, 'supabase'), path.join(project, 'supabase'), { recursive: true })
const admin = openSession(server)
await admin.unsafe(`create database ${name}`)
try {
  await checkPush()
  await checkRestore(server, tell)
  await checkUpload()
  await checkDocumented()
} finally {
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(project, { recursive: true })
}
end()

/** Pushes the migrations to a database like that of a new project, twice, and checks who can reach the leads then. */
async function checkPush() {
  const sql = openSession(databaseUrl)
  await sql.file(path.join(root, 'local/database/supabase-project.sql'))
  // The CLI would ask for TLS, which a server for tests does not have.
  const target = `--remote=${databaseUrl}?sslmode=disable`
  await supabase(project, 'db', 'push', target)
  const again = await supabase(project, 'db', 'push', target)
  tell('a second push is up to date', /is up to date/.test(again) ? [] : [again])
  const pushed =
    await sql`select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations`
  const files = readdirSync(path.join(project, 'supabase/migrations'))
  tell('every migration is pushed', [...new Set(files).difference(new Set(pushed.map(({ file }) => file)))])

  const faults = await sql.begin((transaction) =>
    Array.fromAsync(
      findAccessFaults(async (text, values) => [...(await transaction.unsafe(text, values as never[]))]),
    ),
  )
  await sql.end()
  tell('only the service role reaches the leads, and only by its own functions', faults)

  const local = await openDatabase({ ...readSettings({}), databaseUrl })
  await local.close()
  tell('a local start goes on', [])
}

/** Checks the types of what `supabase functions deploy` uploads, in a folder with nothing else. */
async function checkUpload() {
  for (const { files, metadata } of await uploadFunctions(project)) {
    const folder = mkdtempSync(path.join(project, 'uploaded-'))
    for (const file of files) {
      mkdirSync(path.dirname(path.join(folder, file.name)), { recursive: true })
      writeFileSync(path.join(folder, file.name), new Uint8Array(await file.arrayBuffer()))
    }
    const { entrypoint_path: entrypoint, import_map_path: config, verify_jwt: wantsJwt } = metadata
    const tests = files.filter(({ name }) => /\.test\./.test(name)).map(({ name }) => `a test: ${name}`)
    tell(`${files.length} files of ${entrypoint} are uploaded, which the platform asks for no JWT`, [
      ...tests,
      ...(wantsJwt ? ['verify_jwt is set'] : []),
    ])
    const check = spawnSync('deno', ['check', '--quiet', '--config', config, entrypoint], {
      cwd: folder,
      encoding: 'utf8',
      // It downloads packages, and trusts the certificates of this machine only if told so.
      env: { ...process.env, DENO_TLS_CA_STORE: 'system,mozilla' },
    })
    tell('they pass deno check by themselves', check.status === 0 ? [] : [check.stderr])
  }
}

/** Checks that the CLI knows every subcommand and option that the documents tell an operator to type. */
async function checkDocumented() {
  const documented = readCommands().filter(({ command }) => command.startsWith('npx supabase@'))
  for (const { file, command } of documented) {
    const words = command.split(' ').slice(2)
    const options = words.filter((word) => word.startsWith('--'))
    const firstOption = words.findIndex((word) => word.startsWith('--'))
    const subcommand = firstOption === -1 ? words : words.slice(0, firstOption)
    const help = await supabase(project, ...subcommand, '--help')
    const known = [`supabase ${subcommand.slice(0, 2).join(' ')}`.trim(), ...options]
    tell(
      `${file}: ${command}`,
      known.filter((part) => !help.includes(part)).map((part) => `no ${part}`),
    )
  }
}
