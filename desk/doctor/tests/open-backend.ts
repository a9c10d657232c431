import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createApp } from '../../../local/create-app.ts'
import { passToFunction } from '../../../local/gateway/function-proxy.ts'
import type { Env, Settings } from '../../../local/settings.ts'
import { startStack } from '../../../local/stack.ts'
import { copyDatabase } from '../../../proof/harness/copy-database.ts'
import { testSettings } from '../../../proof/harness/test-settings.ts'
import { serveApp } from '../../http/serve-app.ts'

/** Starts the gateway with its database, and the inbox. `openFunction` starts the real function on them. */
export async function openBackend() {
  const settings = await testSettings()
  await copyDatabase(settings)
  const stack = await startStack(settings, { parts: ['gateway', 'inbox'], log: () => {} })
  const functions: { close(): Promise<void> }[] = []

  return {
    settings,
    /** Takes the function's variables and what else differs; returns the address that is its SUPABASE_URL. */
    async openFunction(env: Env = {}, difference: Partial<Settings> = {}): Promise<string> {
      const { functionPort } = await testSettings()
      const own = { ...settings, functionPort, ...difference, env: { ...settings.env, ...env } }
      const host = await startStack(own, { parts: ['function'], log: () => {} })
      const app = createApp()
      app.all('/functions/v1/*', (context) => passToFunction(context, own.functionPort))
      const server = await serveApp(app, 0)
      functions.push({
        async close() {
          server.close()
          await host.stop()
        },
      })
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close() {
      await Promise.all(functions.map((one) => one.close()))
      await stack.stop()
      await rm(settings.dataDir, { recursive: true })
    },
  }
}
