import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { withKey } from '../../machine/desk-key.ts'
import { readSchema } from '../sql/open-database.ts'
import { openPGlite } from '../sql/open-empty-database.ts'
import { commandIn } from './command-in.ts'
import { openTestDatabase } from './open-test-database.ts'
import { openWire } from './open-wire.ts'

/** Starts a server on a free port that gives this answer to every request. */
async function serve(answer: unknown) {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  return String((server.address() as AddressInfo).port)
}

const ports = { DESK_PORT: await serve({}), GATEWAY_PORT: await serve([]) }

/** Runs `npm run desk` in the folder `cwd`. By default, this folder has no .env files. */
async function desk(env: Record<string, string>, cwd = tmpdir()) {
  const { PATH, NODE_ENV, NODE_COMPILE_CACHE } = process.env
  const command = spawn(process.execPath, [path.join(import.meta.dirname, '../../desk/web/server/run.ts')], {
    cwd,
    env: { PATH, NODE_ENV, NODE_COMPILE_CACHE, ...ports, ...env },
  })
  const [[code], out, err] = await Promise.all([
    once(command, 'exit'),
    text(command.stdout),
    text(command.stderr),
  ])
  return { code, out: out.trim(), err }
}

test('npm run desk tells where the local stack serves the desk', async () => {
  const key = 'key-of-this-desk'
  const address = withKey(Number(ports.DESK_PORT), key)
  assert.deepEqual(await desk({ DESK_KEY: key }), { code: 0, out: `The desk  ${address}`, err: '' })
})

test('npm run desk says that its port is taken, and shows no password', async () => {
  const { url, close } = await openTestDatabase()
  const { code, out, err } = await desk({ SUPABASE_DB_URL: url })
  await close()
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^The desk’s port is in use by npm start .* set DESK_PORT to another port\n$/)
})

test('npm run desk serves nothing over a database that does not answer, and shows no password', async () => {
  const env = { DESK_PORT: '1', SUPABASE_DB_URL: 'postgres://a:secret@127.0.0.1:1/b' }
  const { code, err } = await desk(env)
  assert.equal(code, 1)
  assert.match(
    err,
    /^The database at SUPABASE_DB_URL does not answer \(ECONNREFUSED\)\. → Set SUPABASE_DB_URL .*\n$/,
  )
})

test('npm run desk reads the operator’s own file before those of the site', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'operator-'))
  await writeFile(path.join(folder, 'operator.env'), 'SUPABASE_DB_URL=postgres://a:b@127.0.0.1:1/c')
  await writeFile(path.join(folder, '.env.production.local'), 'SUPABASE_DB_URL=none')
  const { err } = await desk({}, folder)
  await rm(folder, { recursive: true })
  assert.match(err, /^The database at SUPABASE_DB_URL does not answer \(ECONNREFUSED\)\. → /)
})

test('a database that lacks the role of the desk is told apart from one that lacks a migration', async () => {
  // Roles belong to the whole server, so this test needs a Postgres of its own.
  const db = await openPGlite(await readSchema())
  const wire = await openWire(db)
  const leads = commandIn({ SUPABASE_DB_URL: wire.url })
  await db.exec('alter function desk.list_leads rename to none')
  assert.match((await leads('leads')).err, /^The database lacks list_leads\(\) .* → Apply the migrations/)
  await db.exec('alter role lead_desk rename to other')
  assert.match(
    (await leads('leads')).err,
    /^The database lacks the role lead_desk.* private\.secure_leads\(\);\n$/,
  )
  wire.close()
  await db.close()
})
