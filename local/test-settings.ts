import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Env, ports, readSettings } from './settings.ts'

/** Makes settings for a test's own stack: free ports and a data folder that does not exist yet. */
export async function testSettings(env: Env = {}) {
  const servers = Object.values(ports).map(({ variable }) => ({
    variable,
    server: createServer().listen(0, '127.0.0.1'),
  }))
  await Promise.all(servers.map(({ server }) => once(server, 'listening')))
  const free = servers.map(({ variable, server }) => {
    const { port } = server.address() as AddressInfo
    server.close()
    return [variable, String(port)]
  })
  const { PATH, HOME } = process.env
  const dataDir = path.join(tmpdir(), `local-${randomUUID()}`)
  return readSettings({ PATH, HOME, LOCAL_DATA_DIR: dataDir, ...Object.fromEntries(free), ...env })
}
