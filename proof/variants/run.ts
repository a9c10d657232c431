import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../../e2e/chromium.ts'
import { startBackend } from '../deploy/start-backend.ts'
import { copyProject } from '../harness/copy-project.ts'
import { startApp } from '../page/app.ts'
import { answerFaults, directFaults } from './answer-faults.ts'
import { postFaults } from './post-faults.ts'
import { configure, tried } from './tried.ts'
import { visitFaults } from './visit-faults.ts'

/**
 * Builds a copy of the project with two variants of the page beside the control, serves it on the local backend and visits
 * each of them. Exits with 1 when something does not hold.
 */
const folder = copyProject('variants')
configure(folder)
build()
const backend = await startBackend('variants')
const app = await startApp(folder, { SUPABASE_URL: backend.url, SUPABASE_SECRET_KEY: backend.secretKey })
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
let count = 0
try {
  for (const variant of tried) {
    const { name } = variant
    say(`${name}: the page`, await answerFaults(app.origin, variant))
    say(`${name}: native posts`, await postFaults(app.origin, backend, variant))
    say(`${name}: a visit`, await visitFaults(browser, app.origin, backend, variant, true))
    say(`${name}: a visit without scripts`, await visitFaults(browser, app.origin, backend, variant, false))
  }
  say('no page of a variant is reached directly', await directFaults(app.origin))
} finally {
  await browser.close()
  await app.stop()
  await backend.stop()
}
console.log(count ? `\n${count} do not hold` : '\nAll holds.')
process.exit(count ? 1 : 0)

function build() {
  const options = { cwd: folder, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'build/run.ts'), '--test'],
    options,
  )
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`)
}

function say(what: string, faults: string[]) {
  console.log(faults.length ? `✖ ${what}` : `✔ ${what}`)
  for (const fault of faults) console.log(`  ${fault}`)
  count += faults.length
}
