import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Env, readSettings } from './settings.ts'

/** Settings for a stack of a test's own: free ports and a data folder that does not exist yet. */
export async function testSettings(env: Env = {}) {
  const ports = await freePorts(5)
  const names = ['PORT', 'GATEWAY_PORT', 'INBOX_PORT', 'SMTP_PORT', 'FUNCTION_PORT']
  return readSettings({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LOCAL_DATA_DIR: path.join(tmpdir(), `local-${randomUUID()}`),
    ...Object.fromEntries(names.map((name, index) => [name, String(ports[index])])),
    ...env,
  })
}

async function freePorts(count: number) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  return servers.map((server) => {
    const { port } = server.address() as AddressInfo
    server.close()
    return port
  })
}
