import { chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../../e2e/chromium.ts'
import { buildSite, copyProject } from '../../tests/kit/copy-project.ts'
import { startApp } from '../../tests/kit/start-app.ts'
import { createReport } from '../harness/report.ts'
import { startBackend } from '../harness/start-backend.ts'
import { answerFaults, directFaults } from './answer-faults.ts'
import { postFaults } from './post-faults.ts'
import { configure, tried } from './tried.ts'
import { visitFaults } from './visit-faults.ts'

/** Builds a copy with two variants beside the control, and visits each on the local backend. */
const folder = copyProject('variants')
configure(folder)
buildSite(folder)
const backend = await startBackend('variants')
const app = await startApp(folder, backend.env)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
const { tell, end } = createReport()
try {
  for (const variant of tried) {
    const { name } = variant
    tell(`${name}: the page`, await answerFaults(app.origin, variant))
    tell(`${name}: native posts`, await postFaults(app.origin, backend, variant))
    tell(`${name}: a visit`, await visitFaults(browser, app.origin, backend, variant, true))
    tell(`${name}: a visit without scripts`, await visitFaults(browser, app.origin, backend, variant, false))
  }
  tell('no page of a variant is reached directly', await directFaults(app.origin))
} finally {
  await browser.close()
  await app.stop()
  await backend.stop()
}
end()
