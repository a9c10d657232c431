import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDistDir } from '../build/dist-dir.ts'
import { sql } from './backend.ts'
import { secretKey, siteUrl, stackLog } from './settings.ts'
import { expect, player, submitLead, test } from './test.ts'

const videoId = 'aqz-KE-bpKQ'

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
  const built = readdirSync(join(testDistDir, 'static'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
  expect(built.length).toBeGreaterThan(5)
  expect(answers.length).toBeGreaterThan(5)
  for (const text of [...built, ...answers]) {
    for (const secret of [
      secretKey,
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

test('the locked page does not contain the URL of the video, except in the URL of its thumbnail', async ({
  page,
}) => {
  await page.goto('/')
  const thumbnails = new RegExp(`i\\.ytimg\\.com/vi(?:_webp)?/${videoId}/`, 'g')
  const chunks = join(testDistDir, 'static/chunks')
  const files = readdirSync(chunks).map((name) => join(chunks, name))
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  texts.push(await (await page.request.get('/')).text())
  expect(texts.length).toBeGreaterThan(5)
  for (const text of texts) {
    expect(text).not.toMatch(/youtu\.?be\.com\/(?:watch|embed)\/?[?\w]|youtu\.be\/[\w]/)
    expect(text.replaceAll(thumbnails, '')).not.toContain(videoId)
  }
})

test('no log of the stack contains the secret key or personal data', async ({ page, lead }) => {
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  const leads = await sql<{ id: string; name: string; email: string; phone: string }>(
    'select id, name, email, phone from public.lead_submissions where name = $1',
    [lead.name],
  )
  const [own] = leads.filter(({ email }) => email === lead.email)
  await expect.poll(() => readFileSync(stackLog, 'utf8')).toContain(own?.id)
  const log = readFileSync(stackLog, 'utf8')
  for (const text of [
    secretKey,
    'sb_secret_',
    ...leads.flatMap(({ name, email, phone }) => [name, email, phone]),
  ]) {
    expect(log).not.toContain(text)
  }
})
