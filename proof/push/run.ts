import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../local/database/open-database.ts'
import { readSettings } from '../../local/settings.ts'
import { readCommands } from '../docs/read-commands.ts'
import { openSession } from '../harness/open-session.ts'
import { readPrivileges } from './read-privileges.ts'
import { installCli, supabase } from './supabase-cli.ts'
import { uploadFunctions } from './upload-function.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) throw new Error('TEST_DATABASE_URL is not set; give a Postgres server to make a database on')
const root = path.join(import.meta.dirname, '../..')
const project = mkdtempSync(path.join(tmpdir(), 'push-'))
const name = `push_${randomUUID().slice(0, 8)}`
const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href

const findings: string[] = []
const check = (holds: boolean, finding: string) => holds || findings.push(finding)

installCli()
cpSync(path.join(root, 'supabase'), path.join(project, 'supabase'), { recursive: true })
const admin = openSession(server)
await admin.unsafe(`create database ${name}`)
try {
  await checkPush()
  await checkUpload()
  await checkDocumented()
} finally {
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(project, { recursive: true })
}
for (const finding of findings) console.error(finding)
process.exit(findings.length > 0 ? 1 : 0)

/** Pushes the migrations to a database like that of a new project, twice, and compares what the roles may do with the list. */
async function checkPush() {
  const sql = openSession(databaseUrl)
  await sql.unsafe(readFileSync(path.join(root, 'local/database/supabase-project.sql'), 'utf8'))
  // The CLI would ask for TLS, which a server for tests does not have.
  const target = `--remote=${databaseUrl}?sslmode=disable`
  await supabase(project, 'db', 'push', target)
  const again = await supabase(project, 'db', 'push', target)
  check(/is up to date/.test(again), `The second push was not up to date:\n${again}`)
  const pushed =
    await sql`select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations`
  const files = readdirSync(path.join(project, 'supabase/migrations'))
  const missing = new Set(files).difference(new Set(pushed.map(({ file }) => file)))
  check(missing.size === 0, `Not pushed: ${[...missing].join(', ')}`)

  const listed = readFileSync(path.join(import.meta.dirname, 'privileges.txt'), 'utf8')
    .trim()
    .split('\n')
  const held = await readPrivileges(sql)
  await sql.end()
  for (const line of held) check(listed.includes(line), `Not in proof/push/privileges.txt: ${line}`)
  for (const line of listed) check(held.includes(line), `Only in proof/push/privileges.txt: ${line}`)

  const local = await openDatabase({ ...readSettings({}), databaseUrl })
  await local.close()
  console.log(`${pushed.length} migrations pushed, ${held.length} privileges held, a local start goes on`)
}

/** Checks the types of what `supabase functions deploy` uploads, in a folder with nothing else. */
async function checkUpload() {
  for (const { files, metadata } of await uploadFunctions(project)) {
    const folder = mkdtempSync(path.join(project, 'uploaded-'))
    for (const file of files) {
      mkdirSync(path.dirname(path.join(folder, file.name)), { recursive: true })
      writeFileSync(path.join(folder, file.name), new Uint8Array(await file.arrayBuffer()))
    }
    check(!metadata.verify_jwt, `${metadata.entrypoint_path}: the platform would ask for a JWT`)
    const tests = files.filter(({ name }) => /\.test\./.test(name))
    check(tests.length === 0, `Uploaded tests: ${tests.map(({ name }) => name).join(', ')}`)
    const args = ['check', '--quiet', '--config', metadata.import_map_path, metadata.entrypoint_path]
    execFileSync('deno', args, { cwd: folder, stdio: 'inherit' })
    console.log(
      `${metadata.entrypoint_path} and ${files.length - 1} other files pass deno check by themselves`,
    )
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
    for (const option of options) check(help.includes(option), `${file}: ${command}: there is no ${option}`)
    check(
      help.includes(`supabase ${subcommand.slice(0, 2).join(' ')}`.trim()),
      `${file}: ${command} is unknown`,
    )
  }
  console.log(`${documented.length} documented commands of the CLI exist`)
}
