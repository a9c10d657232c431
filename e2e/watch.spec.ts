import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sample } from '../lib/video/sample.ts'
import { findViolations } from './accessibility.ts'
import { sql, submissions } from './backend.ts'
import { mailedLink } from './mailed-link.ts'
import { forward, refuse } from './second-site.ts'
import { deskUrl, siteUrl, stackLog } from './settings.ts'
import {
  dialog,
  expect,
  fillFields,
  hydrated,
  letTimePass,
  playButton,
  player,
  submitButton,
  type TestLead,
  test,
} from './test.ts'

const end = (sqlCall: string, { email }: TestLead) =>
  sql(`select ${sqlCall} from private.leads where email = $1`, [email])

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a visitor ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    const seesForm = async (page: Page) => {
      await expect(page.getByLabel('Full name')).toBeVisible()
      await expect(
        page.getByText('This link no longer opens the video. Please fill in the form to watch it.'),
      ).toBeVisible()
      if (javaScriptEnabled) {
        await expect.poll(() => dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
        await expect(page.getByLabel('Full name')).toBeFocused()
      }
      await expect(page.getByText('There was a problem')).toHaveCount(0)
      await expect(player(page)).toHaveCount(0)
    }

    test('gets the form, and nothing else, once an erasure has ended their link', async ({ page, lead }) => {
      const link = await mailedLink(lead, 'watch')
      await page.goto(link)
      await end('desk.forget_lead(id)', lead)
      await playButton(page).click()
      await seesForm(page)
    })

    test('gets the form by a link that nobody was sent', async ({ page }) => {
      for (const token of [crypto.randomUUID(), 'x', '%00']) {
        await page.goto(`/watch/${token}`)
        await playButton(page).click()
        await seesForm(page)
      }
    })

    test('who fills in the form that an unknown link led to is stored and gets the video', async ({
      page,
      lead,
    }) => {
      await page.goto(`/watch/${crypto.randomUUID()}`)
      await playButton(page).click()
      await seesForm(page)
      if (javaScriptEnabled) await hydrated(page)
      await fillFields(page, lead)
      if (javaScriptEnabled) await letTimePass(page)
      await submitButton(page).click()
      await expect(player(page)).toBeVisible()
      expect(await submissions(lead.email)).toMatchObject([{ page: `${siteUrl}/`, suspected_bot: false }])
    })

    test('is asked to press play again while the backend is down', async ({ page, lead, site }) => {
      const link = await mailedLink(lead, 'watch')
      site.answerBy(refuse)
      await page.goto(site.url + link)
      await playButton(page).click()
      // Next has an element of its own with this role, which announces routes.
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(
        'Something went wrong. Please press play again in a few minutes.',
      )
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([])
      site.answerBy(forward)
      await playButton(page).click()
      await expect(player(page)).toBeVisible()
    })
  })
}

test('before the press no address, header or body of the walk names the video, nor the token to anybody else', async ({
  page,
  lead,
}) => {
  const link = await mailedLink(lead, 'watch')
  const token = link.split('/').at(-1) ?? ''
  const seen: string[] = []
  const referrers: string[] = []
  page.on('request', (request) => {
    referrers.push(request.headers().referer ?? '')
    if (new URL(request.url()).pathname !== link) referrers.push(request.url(), request.postData() ?? '')
  })
  page.on('response', async (response) => {
    const body = await response.text().catch(() => '')
    seen.push(`${response.url()} ${JSON.stringify(response.headers())} ${body}`)
  })
  await page.goto(link, { waitUntil: 'networkidle' })
  // The page and its poster must have been seen, or nothing would be known about them.
  for (const part of [link, '/sample/wide.avif'])
    await expect.poll(() => seen.filter((answer) => answer.includes(part)).length).toBeGreaterThan(0)
  const before = seen.length
  expect(seen.join()).not.toMatch(/sample\/training|\.mp4|\.vtt/)
  await playButton(page).click()
  await expect(player(page)).toHaveAttribute('src', sample.video)
  await expect.poll(() => seen.slice(before).join()).toContain(sample.video)
  await expect(player(page)).toBeFocused()
  await page.reload()
  await expect(playButton(page)).toBeVisible()
  await expect(player(page)).toHaveCount(0)
  expect(referrers.join()).not.toContain(token)
  expect(readFileSync(stackLog, 'utf8')).not.toContain(token)
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
})

test('a mail program that opens the link is shown no video, and the page is for no search engine', async ({
  page,
  lead,
}) => {
  const link = await mailedLink(lead, 'watch')
  for (const method of ['get', 'head'] as const) {
    const answer = await page.request[method](link)
    expect(await answer.text()).not.toContain('.mp4')
    expect(answer.headers()['referrer-policy']).toBe('strict-origin')
  }
  await page.goto(link)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('script[src], template, dialog')).toHaveCount(0)
})

test('a post from another site to a link opens nothing', async ({ lead, request }) => {
  const link = await mailedLink(lead, 'watch')
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await request.post(link, { headers, multipart: { a: 'b' } })
  expect([answer.status(), (await answer.text()).includes('.mp4')]).toEqual([400, false])
})

test('a person who wants no texts can still open the video', async ({ page, lead }) => {
  const link = await mailedLink(lead, 'watch')
  await end(`stop_lead(private.lead_token(secret, 'stop'))`, lead)
  await page.goto(link)
  await playButton(page).click()
  await expect(player(page)).toBeVisible()
})

/** Plays the video fast and without sound until a quarter of it has been shown. */
async function watchQuarter(page: Page) {
  await playButton(page).click()
  await hydrated(page, 'video')
  await player(page).evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.playbackRate = 4
    const { promise, resolve } = Promise.withResolvers<void>()
    document.addEventListener('training:step', ({ detail }) => detail === 'video_25' && resolve())
    return video.play().then(() => promise)
  })
}

test('how far a person watches is kept if the operator wants it and the page says so, but not if the person asks for privacy', async ({
  page,
  lead,
  browser,
}) => {
  const link = await mailedLink(lead, 'watch')
  const watched = async ({ email }: TestLead) =>
    (
      await sql<{ watched_percent: number | null }>(
        'select watched_percent from private.leads where email = $1',
        [email],
      )
    )[0]?.watched_percent
  const words = 'We record next to your name how far you watch.'
  await page.goto(link)
  await watchQuarter(page)
  await expect(page.getByText(words)).toHaveCount(0)
  await sql('update private.lead_settings set measure_watching = true')
  try {
    for (const header of ['sec-gpc', 'dnt']) {
      const context = await browser.newContext({ extraHTTPHeaders: { [header]: '1' } })
      const other = await context.newPage()
      await other.goto(siteUrl + link)
      await watchQuarter(other)
      await expect(other.getByText(words)).toHaveCount(0)
      await context.close()
    }
    expect(await watched(lead)).toBeNull()
    await page.goto(link)
    await watchQuarter(page)
    await expect(page.getByText(words)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await expect.poll(() => watched(lead)).toBeGreaterThanOrEqual(25)
    const forged = await page.request.post(`/watch/${crypto.randomUUID()}/watched`, { data: 'video_100' })
    expect([forged.status(), await forged.text()]).toEqual([204, ''])
  } finally {
    await sql('update private.lead_settings set measure_watching = false')
  }
  const [{ lead_id: id } = { lead_id: '' }] = await submissions(lead.email)
  await page.goto(`${deskUrl}leads/${id}`)
  await expect(page.getByText(/^\d+ % of the video\s*by the link in the mail$/)).toBeVisible()
  await page.goto(`${deskUrl}leads?q=${encodeURIComponent(lead.email)}`)
  await expect(page.getByText(/^watched \d+ %$/)).toBeVisible()
})
