import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretKey, siteUrl } from './settings.ts'
import { expect, fillLead, openDialog, player, submitButton, test } from './test.ts'

const videoId = 'aqz-KE-bpKQ'

test('no client file, page or answer holds the service key, the mail server or anything of a lead', async ({
  page,
  lead,
}) => {
  const answering: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(siteUrl)) answering.push(response.text())
  })
  await openDialog(page)
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  const answers = await Promise.all(answering)
  const built = readdirSync('.next/static', { recursive: true, withFileTypes: true })
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

test('the locked page gives away no address of the video but the one in its thumbnail', async ({ page }) => {
  await page.goto('/')
  const html = await (await page.request.get('/')).text()
  expect(html).not.toMatch(/youtu\.?be\.com\/(?:watch|embed)|youtu\.be\//)
  const withoutThumbnails = html.replaceAll(new RegExp(`i\\.ytimg\\.com/vi(?:_webp)?/${videoId}/`, 'g'), '')
  expect(withoutThumbnails).not.toContain(videoId)
})
