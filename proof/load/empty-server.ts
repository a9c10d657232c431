import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

// Answers every request as the site answers a beacon, and does nothing else.
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(204, { 'Cache-Control': 'no-store' }).end()
})
server.listen(0, 'localhost', () => parentPort?.postMessage((server.address() as AddressInfo).port))
