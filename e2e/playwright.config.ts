import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import { dataDir, siteUrl, stackEnv, stackLog } from './settings.ts'

export default defineConfig({
  globalSetup: './lift-mail-budget.ts',
  // To update the screenshots: npm run test:all -- looks --update-snapshots
  snapshotPathTemplate: 'looks/{arg}{ext}',
  // There are more workers than cores, because a test also spends time waiting. Even more workers would not help,
  // because they all share one stack.
  workers: Math.min(Math.ceil(availableParallelism() * 1.5), 8),
  fullyParallel: true,
  // `npm run test:all` runs these tests too. `npm test` has a test of each promise, and rest/ the other ways to it,
  // looks, accessibility and videos, and what needs another browser or build.
  testIgnore: process.env.TEST_REST ? [] : ['rest/*'],
  forbidOnly: !!process.env.CI,
  // A developer should notice a flaky test right away. CI runs a flaky test again and only reports its name.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  // Even on a slow machine, a test takes this long only if it hangs. The time limits of the product are tested with
  // fake clocks.
  timeout: 180_000,
  expect: { timeout: Number(process.env.EXPECT_TIMEOUT ?? 60_000) },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: siteUrl,
    // Animations would take a tenth of the time of all tests. They are therefore turned off, except in one test of
    // dialog.spec.ts and in the tests of the engines. If axe looked at a toast while it fades in, it would measure
    // the wrong contrast.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: chromiumArgs,
    },
  },
  webServer: {
    cwd: path.join(import.meta.dirname, '..'),
    command: `node build/run.ts --test --if-changed && rm -rf ${dataDir} && mkdir -p ${dataDir} && node tests/kit/with-postgres.ts sh -c 'DATABASE_URL=$TEST_DATABASE_URL exec node local/start.ts start' 2>&1 | tee ${stackLog}`,
    // Where Postgres cannot run, DATABASE_URL is empty, and the stack uses the embedded database.
    env: stackEnv,
    // The stack prints this line when all of its processes are ready. The build before it takes minutes on a busy
    // machine.
    wait: { stdout: /The page/ },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
})
