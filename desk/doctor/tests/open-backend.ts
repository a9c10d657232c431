import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { copyDatabase } from '../../../local/copy-database.ts'
import { createFunctionProxy } from '../../../local/gateway/function-proxy.ts'
import type { Env, Settings } from '../../../local/settings.ts'
import { startStack } from '../../../local/stack.ts'
import { testSettings } from '../../../local/test-settings.ts'

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
      const pass = createFunctionProxy(own)
      const server = createServer((request, response) =>
        pass(request, response, new URL(request.url ?? '/', 'http://localhost')),
      )
      await once(server.listen(0, '127.0.0.1'), 'listening')
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
