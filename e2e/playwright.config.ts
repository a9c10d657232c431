import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import { dataDir, siteUrl, stackEnv, stackLog } from './settings.ts'

export default defineConfig({
  globalSetup: './lift-mail-budget.ts',
  // To update the pictures: npm run test:e2e -- states looks --update-snapshots
  snapshotPathTemplate: 'looks/{arg}{ext}',
  // There are more workers than cores, because tests also wait.
  workers: '150%',
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  reporter: [['list']],
  // This limit only ends a test that hangs, even on a slow machine. Tests check the product's own time limits with
  // their own clocks.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: siteUrl,
    // Drawing motion takes a tenth of the tests' time. Only one test of dialog.spec.ts and the walks in engines draw
    // motion. Axe must not, because it would measure the contrast of a toast that is still fading in.
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
    // The stack prints this line when all its parts listen.
    wait: { stdout: /The page/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
})
