import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { serveApp } from './serve-app.ts'

const app = { fetch: () => new Response('ours') }

test('no other user can listen in its place, neither on IPv4 nor on IPv6', async (context) => {
  const stranger = createServer().listen(0, '::1')
  const [error] = await Promise.race([once(stranger, 'error'), once(stranger, 'listening')])
  if (error) return context.skip('this machine has no IPv6')
  const { port } = stranger.address() as { port: number }
  await assert.rejects(serveApp(app, port), { code: 'EADDRINUSE' })
  stranger.close()
  await once(stranger, 'close')

  const server = await serveApp(app, port)
  for (const host of ['127.0.0.1', '[::1]'])
    assert.equal(
      await (await fetch(`http://${host}:${port}`, { headers: { connection: 'close' } })).text(),
      'ours',
    )
  server.close()
})
