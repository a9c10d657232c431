import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './e2e/chromium.ts'
import {
  dataDir,
  developmentPort,
  developmentUrl,
  gatewayUrl,
  secretKey,
  siteUrl,
  stackEnv,
  stackLog,
  variants,
} from './e2e/settings.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/lift-mail-budget.ts',
  // Update with: npm run test:e2e -- looks --update-snapshots
  snapshotPathTemplate: 'e2e/looks/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  reporter: [['list']],
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: siteUrl,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: chromiumArgs,
    },
  },
  webServer: [
    {
      name: 'development',
      command: `next dev -p ${developmentPort}`,
      env: { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: secretKey },
      url: developmentUrl,
      timeout: 120_000,
    },
    {
      command: `rm -rf ${dataDir} && mkdir -p ${dataDir} && node local/start.ts start 2>&1 | tee ${stackLog}`,
      env: stackEnv,
      // Said once every part of it listens.
      wait: { stdout: /The page/ },
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    },
    ...Object.entries(variants).map(([name, { port, env }]) => ({
      name,
      command: `next start -p ${port}`,
      env: { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: secretKey, ...env },
      url: `http://localhost:${port}`,
    })),
  ],
})
