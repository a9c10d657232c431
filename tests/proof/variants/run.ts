import { chromium } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../../../e2e/chromium.ts'
import { buildSite, copyProject } from '../../kit/copy-project.ts'
import { startApp } from '../../kit/start-app.ts'
import { noneOf, tell } from '../harness/figure.ts'
import { startBackend } from '../harness/start-backend.ts'
import { answerFaults, directFaults, postFaults, visitFaults } from './faults.ts'
import { configure, tried } from './tried.ts'

/** Builds a copy of the project that has the control and two variants. Visits each of them with the local backend. */
const folder = copyProject('variants')
configure(folder)
buildSite(folder)
await using backend = await startBackend('variants')
await using app = await startApp(folder, backend.env)
await using browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs })
for (const variant of tried)
  tell(variant.name, [
    noneOf('faults of the page', await answerFaults(app.origin, variant)),
    noneOf('faults of native posts', await postFaults(app.origin, backend, variant)),
    noneOf('faults of a visit', await visitFaults(browser, app.origin, backend, variant)),
  ])
tell('all variants', [noneOf('pages of a variant reached directly', await directFaults(app.origin))])
