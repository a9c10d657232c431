import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { consentSource, maxSourceBytes } from '../../lib/lead/consent-source.ts'
import { consentText } from '../../site/consent-texts.ts'
import type { trustCopy } from '../../site/copy.ts'
import type { Sender } from '../../site/sender.ts'
import { buildSite, copyProject } from '../../tests/kit/copy-project.ts'
import { startApp } from '../../tests/kit/start-app.ts'
import { markupFaults } from '../../tests/proof/page/faults.ts'
import { findViolations } from '../accessibility.ts'
import { submissions } from '../backend.ts'
import { gatewayUrl, secretKey } from '../settings.ts'
import { expect, fillFields, openDialog, openWithoutScripts, player, submitButton, test } from '../test.ts'

// The tests run one after another, so that one worker builds the page only once.
test.describe.configure({ mode: 'default' })

const trust: typeof trustCopy = {
  presenter: { name: 'Alex Example', role: 'Runs a studio since 2021', picture: '/alex.jpg' },
  length: '18 min',
  privacy: 'We never share your details.',
  disclaimer: 'Results differ from person to person. Nothing here promises an income.',
  quotes: [
    { text: 'It was worth the hour.', name: 'Kim Example', role: 'Founder', picture: '/alex.jpg' },
    { text: 'We use it every week.', name: 'Sam Sample', role: 'Head of brand' },
  ],
  figures: [
    { number: '1,200', meaning: 'people have watched it', source: 'Our own count', href: '/count' },
    { number: '4 of 5', meaning: 'watch it to the end', source: 'Our own count of 2026' },
  ],
  faq: [{ question: 'What does it cost?', answer: 'Nothing. The training is free.' }],
}
const path = 'a-page-with-a-long-address-as-the-tools-for-legal-pages-make-them'
const link = (text: string, query = '') => ({
  text,
  href: `https://legal.example.com/${path}/${text}${query}`,
})
const named: Sender = {
  legalName: 'Example Brand Scaling Société',
  postalAddress: '1 Main Street, Suite 400, Springfield, IL 62701, USA',
  contact: 'hello@brand-scaling.example.com',
  links: [link('Terms'), link('Privacy')],
}
const room = maxSourceBytes - Buffer.byteLength(consentSource(named))
/** That a build accepts. */
const sender: Sender = { ...named, links: [link('Terms'), link('Privacy', '?'.padEnd(room, 'x'))] }
const shown = `${consentText} ${consentSource(sender)}`

let app: Awaited<ReturnType<typeof startApp>>
test.beforeAll(async () => {
  test.setTimeout(900_000)
  const folder = copyProject('own-copy')
  fillIn(folder, 'site/copy.ts', 'trustCopy', trust)
  fillIn(folder, 'site/sender.ts', 'sender', sender)
  cpSync(join(folder, 'public/sample/wide.jpg'), join(folder, 'public/alex.jpg'))
  buildSite(folder)
  app = await startApp(folder, { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: secretKey })
})
test.afterAll(() => app.stop())

/** In a file of the copy. */
function fillIn(folder: string, file: string, name: string, value: object) {
  const place = join(folder, file)
  const source = readFileSync(place, 'utf8')
  const filled = source.replace(
    new RegExp(`(export const ${name}: .*?\\} = |export const ${name}: \\w+ = )\\{\\n.*?^\\}$`, 'ms'),
    (_, head) => head + JSON.stringify(value),
  )
  expect(filled).not.toBe(source)
  writeFileSync(place, filled)
}

test('all that the operator has filled in is in plain HTML, which is valid', async ({ request }) => {
  const html = await (await request.get(app.origin)).text()
  const texts = JSON.stringify([trust, sender]).matchAll(/:"([^"]+)"/g)
  for (const [, text = ''] of texts) expect(html).toContain(text)
  expect(await markupFaults(app.origin)).toEqual([])
})

for (const width of [360, 1440])
  test(`axe finds nothing at ${width} pixels, neither on the page nor in its form`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(app.origin)
    await page.getByText('What does it cost?').click()
    await expect(page.getByText('Nothing. The training is free.')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await openDialog(page, app.origin)
    await expect(page.getByText('We never share your details.')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  })

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  'without JavaScript': (page) => page.goto(app.origin),
  'before the scripts are loaded': (page) => openWithoutScripts(page, app.origin),
  'by the scripts': (page) => openDialog(page, app.origin),
  'by the scripts of another version': async (page) => {
    await page.route(`${app.origin}/`, (route) => {
      const headers = route.request().headers()
      if (headers['next-action']) headers['next-action'] = `60${'0'.repeat(40)}`
      return route.continue({ headers })
    })
    await openDialog(page, app.origin)
  },
}
for (const [way, open] of Object.entries(ways))
  test.describe(() => {
    test.use({ javaScriptEnabled: way !== 'without JavaScript' })

    test(`a form that is sent ${way} stores the whole consent text, with a sender of 1,000 bytes`, async ({
      page,
      lead,
    }) => {
      expect(Buffer.byteLength(consentSource(sender))).toBe(1_000)
      await open(page)
      await fillFields(page, lead)
      await submitButton(page).click({ noWaitAfter: true })
      await expect(player(page)).toBeVisible()
      expect(await submissions(lead.email)).toMatchObject([{ consent: true, consent_text: shown }])
    })
  })
