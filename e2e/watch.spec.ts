import { readFileSync } from 'node:fs'
import { sample } from '../lib/video/sample.ts'
import { mailedLink } from './mailed-link.ts'
import { stackLog } from './settings.ts'
import { dialog, expect, playButton, player, test } from './test.ts'

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
  await expect(player(page).locator('track')).toHaveAttribute('src', sample.captions)
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

test('a link that nobody knows gives the form, and no video', async ({ page }) => {
  await page.goto(`/watch/${crypto.randomUUID()}`)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await expect(player(page)).toHaveCount(0)
})

test('a post from another site to a link opens nothing', async ({ lead, request }) => {
  const link = await mailedLink(lead, 'watch')
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await request.post(link, { headers, multipart: { a: 'b' } })
  expect([answer.status(), (await answer.text()).includes('.mp4')]).toEqual([400, false])
})
