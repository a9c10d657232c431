import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { seedLeads } from '../../local/seed-leads.ts'
import { type Stack, startStack } from '../../local/stack.ts'
import { withKey } from '../../machine/desk-key.ts'
import { brand } from '../../site/brand.ts'
import { createQuery } from '../../tests/kit/query.ts'
import { testSettings } from '../../tests/kit/test-settings.ts'
import { findViolations } from '../accessibility.ts'
import { expect, test } from '../test.ts'
import { expectPictures, expectWords } from './look.ts'

const [period, person] = ['from=2026-10-22&to=2026-11-20', '00000000-0000-4000-9000-000000000011']
// This file starts a desk of its own, which shows only the leads that are stored here.
const leads = `${seedLeads('2026-11-20 20:00')}
  insert into private.lead_notes (lead_id, kind, words, created_at)
  values ('${person}', 'called', 'No answer. Try again on Friday afternoon.', '2026-11-20 15:04');
  insert into private.number_events (phone_e164, kind, happened_at, said_by, words)
  values ('+12025550142', 'stop', '2026-11-12 17:31', 'withdrawal', null),
    ('+12025550142', 'lift', '2026-11-14 10:10', 'desk:postgres', 'She called and wants the texts again'),
    ('+442079460018', 'stop', '2026-11-18 09:05', 'desk:postgres', null),
    ('+12025550107', 'stop', '2026-11-20 15:20', 'text message', 'STOP please, I never signed up for this');
  insert into private.incoming_texts (sender, words, received_at, answered_at)
  values ('+12025550163', 'Is this the training from YouTube?', '2026-11-19 11:30', '2026-11-19 12:00'),
    ('+12025550107', 'Who are you?', '2026-11-20 15:12', '2026-11-20 15:20');
  insert into private.desk_members (name, address, role, added_at, added_by, removed_at)
  values ('ada', 'ada@example.org', 'owner', '2026-11-02 09:00', 'postgres', null),
    ('ben', 'ben@example.org', 'colleague', '2026-11-03 09:00', 'postgres', null),
    ('cleo', 'cleo@example.org', 'reader', '2026-11-03 09:00', 'postgres', '2026-11-18 17:00');
  insert into private.desk_log (at, member, called, outcome, person)
  values ('2026-11-20 15:02', 'ben', 'show_lead', 'done', '${person}'),
    ('2026-11-20 15:04', 'ben', 'record_contact', 'done', '${person}'),
    ('2026-11-20 16:30', 'ben', 'count_exports', 'refused role', null),
    ('2026-11-20 17:10', 'ada', 'export_leads', 'done', null);`

const pages = {
  overview: `/?${period}`,
  leads: '/leads?from=2026-11-18&to=2026-11-18',
  held: '/leads?mails=held&days=all&q=sof%C3%ADa',
  texting: '/texting',
  exports: '/exports',
  person: `/leads/${person}`,
  mails: '/mails',
  settings: '/settings',
  members: '/members',
  log: '/log',
  funnel: '/funnel?from=2026-11-10&to=2026-11-20',
  variants: '/variants?days=30',
  'not found': '/nowhere',
  'wrong value': '/leads?from=yesterday',
}

// The tests run one after another, so that one worker starts the desk only once.
test.describe.configure({ mode: 'default' })

let stack: Stack
let deskUrl: string
let entrance: string
let inbox: string
let dataDir: string

test.beforeAll(async () => {
  const settings = await testSettings({
    TZ: 'UTC',
    SWEEP_SECONDS: '3600',
    NODE_OPTIONS: `--import=${new URL('fixed-clock.ts', import.meta.url)}`,
  })
  dataDir = settings.dataDir
  stack = await startStack(settings, { services: ['gateway', 'desk', 'inbox'], log: () => {} })
  await createQuery(`http://127.0.0.1:${settings.gatewayPort}`, settings.secretKey)(leads)
  deskUrl = `http://127.0.0.1:${settings.deskPort}`
  entrance = withKey(settings.deskPort, settings.deskKey)
  inbox = withKey(settings.inboxPort, settings.deskKey)
  await createTransport({ host: '127.0.0.1', port: settings.smtpPort }).sendMail({
    from: `${brand} <training@example.com>`,
    to: 'ada@example.com',
    subject: 'Your training',
    text: 'Hello Ada,\n\nhere is the training that you asked for.',
  })
})

test.beforeEach(({ page }) => page.goto(entrance))

test.afterAll(async () => {
  await stack.stop()
  await rm(dataDir, { recursive: true })
})

/** On these pages, a phone lays out what stands side by side in another way. */
const phonePages = ['overview', 'leads', 'person', 'members', 'log']

async function expectLooks(page: Page, name: string) {
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectWords(page, `desk ${name}`)
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page)).toEqual([])
  // It looks like the page that is not found.
  if (name === 'wrong value') return
  if (phonePages.includes(name)) await expectPictures(page, `desk ${name}`, [360], true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectPictures(page, `desk ${name}`, [1280], true)
}

for (const [name, path] of Object.entries(pages)) {
  test(`the desk’s page of ${name} looks as it should on a phone in the dark and on a screen`, async ({
    page,
  }) => {
    await page.goto(`${deskUrl}${path}`)
    await expectLooks(page, name)
  })
}

test('the desk looks as it should to whoever lacks the key', async ({ browser }) => {
  // A new context has no login.
  const page = await browser.newPage()
  await page.goto(deskUrl)
  await expectLooks(page, 'locked')
})

test('the inbox looks as it should, with an email open', async ({ page }) => {
  await page.goto(inbox)
  await page.getByRole('link', { name: 'Your training' }).click()
  await expect(page.getByRole('heading', { name: 'Your training' })).toBeVisible()
  await expectLooks(page, 'inbox')
})

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const)
  test(`how many and what to do stand on the first screen of ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(`${deskUrl}/?${period}`)
    for (const answer of [
      page.locator('strong', { hasText: /^283/ }),
      page.getByText('27 people: an email failed').first(),
      page.getByText('8 people: on hold').first(),
    ])
      await expect(answer).toBeInViewport({ ratio: 1 })
  })
