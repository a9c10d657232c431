import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { testDistDir } from '../../build/dist-dir.ts'
import { errorPage } from '../../lib/server/error-page.ts'
import { ownPoster } from '../../lib/video/poster.ts'
import { consentText } from '../../site/consent-texts.ts'
import { fieldMessages } from '../../site/fields.ts'
import { buildSite, copyProject } from '../../tests/kit/copy-project.ts'
import { hostedVideo } from '../../tests/kit/hosted-video.ts'
import { startApp } from '../../tests/kit/start-app.ts'
import { findViolations } from '../accessibility.ts'
import {
  dialog,
  expect,
  holdBack,
  hydrated,
  picture,
  playButton,
  player,
  posterSource,
  scriptFiles,
  submitLead,
  type TestLead,
  test,
} from '../test.ts'

// The tests run one after another, so that one worker builds the page only once.
test.describe.configure({ mode: 'default' })

const videoId = 'aqz-KE-bpKQ'
let folder: string
let app: Awaited<ReturnType<typeof startApp>>
test.beforeAll(async () => {
  test.setTimeout(900_000)
  folder = copyProject('hosted-video')
  rmSync(join(folder, 'public', ownPoster), { recursive: true, force: true })
  edit('site/next-step.ts', "title: 'Ready", "calendar: 'cal.com', title: 'Ready")
  // A small picture stands before the poster.
  edit(
    'site/copy.ts',
    "role: 'Your name and what you do'",
    `role: 'Speaker', picture: 'data:image/svg+xml,${encodeURIComponent(picture(44, 44))}'`,
  )
  const answers = '"privacy": "/privacy", "booking": "https://calendar.example.com/call"'
  edit('site/operator.ts', '"consentTexts"', `${answers}, "consentTexts"`)
  edit(
    'app/answer/page.tsx',
    '  const token',
    "  if (fields.get('name') === 'Ada') throw new Error('Ada')\n  const token",
  )
  buildSite(folder, { VIDEO_URL: hostedVideo })
  app = await startApp(folder, { VIDEO_URL: hostedVideo })
})
test.afterAll(() => app.stop())

/** Replaces a text in a file of the copy. */
function edit(file: string, before: string, after: string) {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replace(before, after))
}

test('the locked video shows the thumbnail of its host', async ({ page }) => {
  await page.goto(app.origin)
  await expect(page.locator('picture img')).toHaveJSProperty('complete', true)
  expect(await posterSource(page)).toBe(`https://i.ytimg.com/vi_webp/${videoId}/maxresdefault.webp`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect.poll(() => posterSource(page)).toBe(`https://i.ytimg.com/vi_webp/${videoId}/sddefault.webp`)
})

test('a missing thumbnail is replaced by the next size, and a missing next size by the placeholder', async ({
  page,
}) => {
  const asked: string[] = []
  await page.route(/i\.ytimg\.com/, (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status: 404, contentType: 'image/svg+xml', body: picture(120, 90) })
  })
  await page.goto(app.origin)
  await expect(page.locator('picture img')).toBeHidden()
  expect(asked).toEqual([`/vi_webp/${videoId}/maxresdefault.webp`, `/vi/${videoId}/hqdefault.jpg`])
  await expect(playButton(page)).toBeVisible()
  await expect(page.locator('main img:not([data-poster])')).toHaveJSProperty('naturalWidth', 44)
  await expect(page.locator('main img:not([data-poster])')).toBeVisible()
})

for (const [answer, status, body] of [
  ['404 and a grey picture', 404, picture(120, 90)],
  ['404 without a body', 404, ''],
] as const) {
  test(`when the host answers ${answer}, the page shows the smaller thumbnail before any script file is loaded`, async ({
    page,
  }) => {
    await holdBack(page, scriptFiles)
    const asked: string[] = []
    await page.route(/i\.ytimg\.com/, (route) => {
      asked.push(new URL(route.request().url()).pathname)
      return asked.length === 1
        ? route.fulfill({ status, contentType: 'image/svg+xml', body })
        : route.fulfill({ contentType: 'image/svg+xml', body: picture(480, 360) })
    })
    await page.goto(app.origin)
    const poster = page.locator('picture img')
    await expect
      .poll(() => poster.evaluate((image: HTMLImageElement) => [image.currentSrc, image.naturalWidth]))
      .toEqual([`https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`, 480])
    expect(asked).toHaveLength(2)
  })
}

test('a poster that fell back to the smaller thumbnail keeps it when React takes over', async ({ page }) => {
  await page.route(/maxresdefault/, (route) => route.fulfill({ status: 404 }))
  await page.goto(app.origin)
  await expect.poll(() => posterSource(page)).toContain('hqdefault')
  await playButton(page).hover()
  await hydrated(page, 'picture img')
  expect(await posterSource(page)).toContain('hqdefault')
})

test('only the thumbnail is requested from the video hosts before the dialog opens', async ({ page }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
  await page.goto(app.origin)
  await page.waitForLoadState('networkidle')
  expect([...hosts].sort()).toEqual(['127.0.0.1', 'i.ytimg.com'])
  expect(await page.locator('link[href*="youtube-nocookie"]').count()).toBe(0)
})

test('the page connects to the player’s host when the dialog opens', async ({ page }) => {
  await page.goto(app.origin)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await expect(page.locator('link[rel=preconnect][href="https://www.youtube-nocookie.com"]')).toHaveCount(1)
})

test('the links of the sender stand beside the consent, and are no part of its name', async ({ page }) => {
  await page.goto(app.origin)
  await playButton(page).click()
  const link = dialog(page).getByRole('link', { name: 'Privacy' })
  await expect(link).toHaveAttribute('href', '/privacy')
  await expect(dialog(page).getByRole('checkbox')).toHaveAccessibleName(consentText)
})

test('the locked page does not contain the URL of the video, except in the URL of its thumbnail', async ({
  request,
}) => {
  const thumbnails = new RegExp(`i\\.ytimg\\.com/vi(?:_webp)?/${videoId}/`, 'g')
  const chunks = join(folder, testDistDir, 'static/chunks')
  const texts = readdirSync(chunks).map((name) => readFileSync(join(chunks, name), 'utf8'))
  texts.push(await (await request.get(app.origin)).text())
  expect(texts.length).toBeGreaterThan(5)
  for (const text of texts) {
    expect(text).not.toMatch(/youtu\.?be\.com\/(?:watch|embed)\/?[?\w]|youtu\.be\/[\w]/)
    expect(text.replaceAll(thumbnails, '')).not.toContain(videoId)
  }
})

const token = crypto.randomUUID()
const unlocks: Record<string, (page: Page, lead: TestLead) => Promise<unknown>> = {
  'on the landing page': (page, lead) => submitLead(page, lead, app.origin),
  'behind a watch link': async (page) => {
    await page.goto(`${app.origin}/watch/${token}`)
    await playButton(page).click()
  },
}
for (const [where, unlock] of Object.entries(unlocks)) {
  test(`the next step is offered below the player ${where}`, async ({ page, lead }) => {
    const referrers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(app.origin)) referrers.push(request.headers().referer ?? '')
    })
    await unlock(page, lead)
    await expect(player(page)).toBeVisible()
    await hydrated(page, 'iframe')
    await expect(page.getByRole('heading', { name: 'Ready for your next step?' })).toBeVisible()
    const link = page.getByRole('link', { name: 'Book a call' }).first()
    await expect(link).toHaveAttribute('href', /^\/call\/[0-9a-f-]{36}$/)
    const path = (await link.getAttribute('href')) ?? ''
    const response = await page.request.get(app.origin + path, { maxRedirects: 0 })
    const { location = '', ...headers } = response.headers()
    expect([response.status(), headers['cache-control'], headers['x-robots-tag']]).toEqual([
      303,
      'no-store',
      'noindex',
    ])
    expect(new URL(location).searchParams.get('metadata[lead]')).toBe(path.slice('/call/'.length))
    expect(await findViolations(page)).toEqual([])
    expect(referrers.length).toBeGreaterThan(0)
    expect(referrers.join()).not.toContain(token)
  })
}

test('a call link that is malformed, or that a browser only prepares, leads to the calendar without a token', async ({
  request,
}) => {
  const locationOf = async (token: string, headers = {}) =>
    (await request.get(`${app.origin}/call/${token}`, { maxRedirects: 0, headers })).headers().location
  const plain = 'https://calendar.example.com/call'
  expect(await locationOf('x')).toBe(plain)
  expect(await locationOf(token, { 'sec-purpose': 'prefetch' })).toBe(plain)
  const head = await request.head(`${app.origin}/call/${token}`, { maxRedirects: 0 })
  expect([head.status(), head.headers().location]).toEqual([303, plain])
})

test('an answer that the server cannot render is a page that can be read without scripts', async ({
  lead,
  request,
}) => {
  const post = (name: string) => request.post(app.origin, { multipart: { ...lead, name, countryCode: 'US' } })
  const failed = await post('Ada')
  expect([failed.status(), await failed.text()]).toEqual([500, errorPage])
  expect(failed.headers()).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(await (await post('Ana')).text()).toContain(fieldMessages.consent)
})
