import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env } from 'node:process'
import { test } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { connectDatabase, isLoopback, isUntrusted } from '../../desk/core/connect-database.ts'
import { throwAwayCertificate } from '../kit/certificate.ts'
import { listen } from '../kit/listen.ts'

/**
 * Starts a server that accepts TLS in the same way as Postgres. The server records the data that it receives, and
 * refuses every login.
 */
async function openTlsServer() {
  const certificate = throwAwayCertificate()
  const folder = mkdtempSync(path.join(tmpdir(), 'connect-'))
  const file = path.join(folder, 'ca.pem')
  writeFileSync(file, certificate.cert)
  const heard: string[] = []
  const server = createServer(async (socket) => {
    socket.on('error', () => {})
    const [request] = await once(socket, 'data')
    heard.push((request as Buffer).readInt32BE(4) === 80877103 ? 'SSLRequest' : 'plain')
    if (heard.at(-1) === 'plain') {
      socket.destroy()
      return
    }
    socket.write('S')
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) })
    secured.on('error', () => {})
    secured.once('data', (startup: Buffer) => {
      heard.push(startup.toString('latin1').includes('reader') ? 'login' : 'other')
      const fields = Buffer.from('SFATAL\0VFATAL\0C28P01\0Mrefused\0\0')
      secured.end(Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), fields]))
    })
  })
  const port = await listen(server)
  return {
    file,
    heard,
    // The address 0.0.0.0 reaches this machine but is not a loopback address.
    url: `postgres://reader:secret@0.0.0.0:${port}/postgres`,
    [Symbol.dispose]() {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function failureOf(url: string): Promise<string> {
  const sql = connectDatabase(url)
  const { code } = await sql`select 1`.then(
    () => ({ code: 'connected' }),
    (error) => error as { code: string },
  )
  await sql.end({ timeout: 0 })
  return code
}

test('a server without a valid certificate gets neither user nor password, whatever sslmode says', async () => {
  using server = await openTlsServer()
  for (const query of ['', '?sslmode=require', '?sslmode=disable', '?sslrootcert=system']) {
    const code = await failureOf(server.url + query)
    assert.equal(code, 'DEPTH_ZERO_SELF_SIGNED_CERT', query)
    assert.ok(isUntrusted(code))
  }
  assert.deepEqual(new Set(server.heard), new Set(['SSLRequest']))
})

test('a server is trusted by the file in sslrootcert, or else in PGSSLROOTCERT', async () => {
  using server = await openTlsServer()
  assert.equal(await failureOf(`${server.url}?sslrootcert=${encodeURIComponent(server.file)}`), '28P01')
  env.PGSSLROOTCERT = server.file
  assert.equal(await failureOf(server.url), '28P01')
  delete env.PGSSLROOTCERT
  assert.deepEqual(server.heard, ['SSLRequest', 'login', 'SSLRequest', 'login'])
})

test('a file that is missing is an error, not a connection without proof', () => {
  assert.throws(() => connectDatabase('postgres://reader@0.0.0.0:1/postgres?sslrootcert=none.pem'), {
    code: 'ENOENT',
  })
})

test('only addresses of this machine are taken for it, and no name that begins like one', () => {
  const isLocal = (host: string) => isLoopback(`postgres://a@${host}:5432/b`)
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) assert.ok(isLocal(host), host)
  for (const host of ['127.example.com', '127.0.0.1.example.com', 'localhost.example.com', '128.0.0.1'])
    assert.ok(!isLocal(host), host)
})
