import { readSettings } from '../local/settings.ts'
import { createApp } from './http/create-app.ts'
import { serveApp } from './http/serve-app.ts'
import { openDesk } from './open-desk.ts'

// The desk as a part of the local stack, whose gateway it asks.
const { deskPort, gatewayPort } = readSettings()
const desk = openDesk({ GATEWAY_PORT: String(gatewayPort) })
const server = await serveApp(createApp(desk, deskPort, 'local'), deskPort)

process.once('SIGTERM', () => {
  server.close(() => process.exit())
  setTimeout(() => process.exit(), 2_000).unref()
})
