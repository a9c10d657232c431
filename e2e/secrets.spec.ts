import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDistDir } from '../build/dist-dir.ts'
import { sql } from './backend.ts'
import { deskKey, secretKey, siteUrl, stackLog } from './settings.ts'
import { expect, player, submitLead, test } from './test.ts'

test('no client file, page or answer contains the secret key, the mail server or personal data', async ({
  page,
  lead,
}) => {
  const answers: string[] = []
  await page.route(`${siteUrl}/**`, async (route) => {
    const response = await route.fetch()
    answers.push(await response.text())
    await route.fulfill({ response })
  })
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  const built = readdirSync(join(testDistDir, 'static'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
  expect(built.length).toBeGreaterThan(5)
  expect(answers.length).toBeGreaterThan(5)
  for (const text of [...built, ...answers]) {
    for (const secret of [
      secretKey,
      deskKey,
      'sb_secret_',
      'smtp://',
      'SMTP_URL',
      'SUPABASE_SECRET_KEY',
      lead.email,
      lead.phone,
    ]) {
      expect(text).not.toContain(secret)
    }
  }
})

test('no page, flight data or script names the sample or its captions before a lead is stored', async ({
  request,
}) => {
  const chunks = join(testDistDir, 'static/chunks')
  const texts = readdirSync(chunks).map((name) => readFileSync(join(chunks, name), 'utf8'))
  for (const headers of [undefined, { rsc: '1' }])
    texts.push(await (await request.get('/', { headers })).text())
  expect(texts.length).toBeGreaterThan(5)
  for (const page of texts.slice(-2)) expect(page).toContain('Click to Watch Free Training')
  for (const text of texts) expect(text).not.toMatch(/sample\/training|\.mp4|\.vtt/)
})

test('no log of the stack contains the secret key or personal data', async ({ page, lead }) => {
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  const leads = await sql<{ id: string; name: string; email: string; phone: string }>(
    'select id, name, email, phone from private.lead_submissions where name = $1',
    [lead.name],
  )
  const [own] = leads.filter(({ email }) => email === lead.email)
  // One line says that the lead was stored, and one for each email that it was sent.
  const ownLines = () =>
    readFileSync(stackLog, 'utf8')
      .split('\n')
      .filter((line) => line.includes(own?.id ?? '-'))
  await expect.poll(() => ownLines().length).toBeGreaterThanOrEqual(3)
  const log = readFileSync(stackLog, 'utf8')
  for (const text of [
    secretKey,
    'sb_secret_',
    ...leads.flatMap(({ name, email, phone }) => [name, email, phone]),
  ]) {
    expect(log).not.toContain(text)
  }
})

test('the printed addresses of the desk and the inbox contain the login, without which both stay closed', async ({
  page,
}) => {
  const log = readFileSync(stackLog, 'utf8')
  for (const [name, title] of [
    ['The desk', /Overview/],
    ['Its emails', /Inbox/],
  ] as const) {
    const [, address = ''] = new RegExp(`^ +${name} +(http://\\S+)$`, 'm').exec(log) ?? []
    const { origin } = new URL(address)
    expect((await fetch(origin)).status, name).toBe(401)
    const response = await page.goto(address)
    expect(response?.status()).toBe(200)
    await expect(page, name).toHaveTitle(title)
  }
})
