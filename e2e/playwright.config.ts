import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import {
  dataDir,
  developmentPort,
  gatewayUrl,
  secretKey,
  siteUrl,
  stackEnv,
  stackLog,
  variants,
} from './settings.ts'

const project = path.join(import.meta.dirname, '..')

export default defineConfig({
  globalSetup: './lift-mail-budget.ts',
  // Update with: npm run test:e2e -- states looks --update-snapshots
  snapshotPathTemplate: 'looks/{arg}{ext}',
  workers: 4,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  reporter: [['list']],
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: siteUrl,
    // To draw motion takes a tenth of the tests' time. dialog.spec.ts and the walks in three engines have it; axe must not,
    // for it would measure the contrast of a toast that is fading in.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: chromiumArgs,
    },
  },
  webServer: [
    {
      cwd: project,
      name: 'development',
      command: `next dev -p ${developmentPort}`,
      env: { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: secretKey },
      // It compiles a page when a test asks for it, so no test waits for that but those that need it.
      wait: { stdout: /Ready in/ },
    },
    {
      cwd: project,
      command: `rm -rf ${dataDir} && mkdir -p ${dataDir} && node local/start.ts start 2>&1 | tee ${stackLog}`,
      env: stackEnv,
      // Said once every part of it listens.
      wait: { stdout: /The page/ },
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    },
    ...Object.entries(variants).map(([name, { port, env }]) => ({
      cwd: project,
      name,
      command: `next start -p ${port}`,
      env: { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: secretKey, ...env },
      wait: { stdout: /Ready in/ },
    })),
  ],
})
