import { readSettings } from '../local/settings.ts'
import { serveDesk } from './http/serve-desk.ts'
import { openDesk } from './open-desk.ts'

// The desk as a part of the local stack, whose gateway it asks.
const { deskPort, gatewayPort } = readSettings()
const server = await serveDesk(openDesk({ GATEWAY_PORT: String(gatewayPort) }), deskPort, 'local')

process.once('SIGTERM', () => {
  server.close(() => process.exit())
  setTimeout(() => process.exit(), 2_000).unref()
})
