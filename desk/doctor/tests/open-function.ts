import { serveApp } from '../../../lib/machine/serve-app.ts'
import { createApp } from '../../../local/create-app.ts'
import { passToFunction } from '../../../local/gateway/function-proxy.ts'
import type { Env } from '../../../local/settings.ts'
import { startStack } from '../../../local/stack.ts'
import { testSettings } from '../../../proof/harness/test-settings.ts'

/** Starts the real function with these variables, on a Data API that has nothing to send. `url` is its SUPABASE_URL. */
export async function openFunction(env: Env) {
  const settings = await testSettings(env)
  const app = createApp()
  app.all('/functions/v1/*', (context) => passToFunction(context, settings.functionPort))
  app.post('/rest/v1/rpc/claim_lead_emails', (context) => context.json([]))
  const server = await serveApp(app, settings.gatewayPort)
  const host = await startStack(settings, { parts: ['function'], log: () => {} })
  return {
    url: `http://127.0.0.1:${settings.gatewayPort}`,
    secretKey: settings.secretKey,
    async close() {
      server.close()
      await host.stop()
    },
  }
}
