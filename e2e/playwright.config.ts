import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import { dataDir, siteUrl, stackEnv, stackLog } from './settings.ts'

export default defineConfig({
  globalSetup: './lift-mail-budget.ts',
  // To update the screenshots: npm run test:looks -- --update-snapshots
  snapshotPathTemplate: 'looks/{arg}{ext}',
  // There are more workers than cores, because tests also wait. One stack serves all workers, so even more workers
  // would not help.
  workers: Math.min(Math.ceil(availableParallelism() * 1.5), 8),
  fullyParallel: true,
  // `npm run test:rest` runs these: looks, accessibility, videos, and whatever needs another browser or build.
  testIgnore: process.env.TEST_REST ? [] : ['rest/*'],
  forbidOnly: !!process.env.CI,
  // A developer should see at once that a test fails now and then. CI only names such a test.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  // Even on a slow machine, only a test that hangs takes this long. Tests check the product's time limits with fake
  // clocks.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: siteUrl,
    // Animations take a tenth of the tests' time, so only one test of dialog.spec.ts and the tests in engines show
    // them. Axe must not see a toast that is still fading in, because the contrast would be wrong.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: chromiumArgs,
    },
  },
  webServer: {
    cwd: path.join(import.meta.dirname, '..'),
    command: `rm -rf ${dataDir} && mkdir -p ${dataDir} && node local/start.ts start 2>&1 | tee ${stackLog}`,
    env: stackEnv,
    // The stack prints this line when all its processes listen.
    wait: { stdout: /The page/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
})
