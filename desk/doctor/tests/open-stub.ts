import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves one answer to whoever asks, which may be changed at any time. */
export async function openStub() {
  const served = { status: 200, body: '' }
  const server = createServer((_request, response) => response.writeHead(served.status).end(served.body))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, served, close: () => server.close() }
}
