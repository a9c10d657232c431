import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import { dataDir, siteUrl, stackEnv, stackLog } from './settings.ts'

export default defineConfig({
  globalSetup: './lift-mail-budget.ts',
  // Update with: npm run test:e2e -- states looks --update-snapshots
  snapshotPathTemplate: 'looks/{arg}{ext}',
  // Half as many again as there are cores, because tests wait, too.
  workers: '150%',
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  reporter: [['list']],
  // Only ends what hangs, however slow the machine is. What the product promises of time is tested by clocks of its own.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: siteUrl,
    // To draw motion takes a tenth of the tests' time. One test of dialog.spec.ts and the walks in engines have it; axe must not,
    // for it would measure the contrast of a toast that is fading in.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: chromiumArgs,
    },
  },
  webServer: {
    cwd: path.join(import.meta.dirname, '..'),
    command: `rm -rf ${dataDir} && mkdir -p ${dataDir} && node local/start.ts start 2>&1 | tee ${stackLog}`,
    env: stackEnv,
    // Said once every part of it listens.
    wait: { stdout: /The page/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
})
