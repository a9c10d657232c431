import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'

/** Serves this answer to everything on a free port. */
async function serve(answer: unknown) {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  return String((server.address() as AddressInfo).port)
}

const ports = { DESK_PORT: await serve({ desk: 'local' }), GATEWAY_PORT: await serve([]) }

/** Runs `npm run desk` in a folder without .env files. */
async function desk(env: Record<string, string>) {
  const { PATH, NODE_ENV } = process.env
  const command = spawn(process.execPath, [path.join(import.meta.dirname, '../web/run.ts')], {
    cwd: tmpdir(),
    env: { PATH, NODE_ENV, ...ports, ...env },
  })
  const [[code], out, err] = await Promise.all([
    once(command, 'exit'),
    text(command.stdout),
    text(command.stderr),
  ])
  return { code, out: out.trim(), err }
}

test('npm run desk tells where the local stack serves the desk', async () => {
  const address = `http://localhost:${ports.DESK_PORT}`
  assert.deepEqual(await desk({}), { code: 0, out: `The desk  ${address}`, err: '' })
})

test('npm run desk names the port of another desk, and shows no password', async () => {
  const { code, err } = await desk({ SUPABASE_DB_URL: 'postgres://a:secret@127.0.0.1:1/b' })
  assert.equal(code, 1)
  assert.match(err, /^Port \d+ serves the desk of local; end that one, or set DESK_PORT to another port\n$/)
})

test('npm run desk serves nothing over a database that does not answer', async () => {
  const env = { DESK_PORT: '1', SUPABASE_DB_URL: 'postgres://a:secret@127.0.0.1:1/b' }
  const { code, err } = await desk(env)
  assert.equal(code, 1)
  assert.match(err, /^The database at SUPABASE_DB_URL does not answer \(ECONNREFUSED\)\.\n$/)
})
