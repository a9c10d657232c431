import type { Page } from '@playwright/test'
import { hostedVideo } from '../tests/kit/hosted-video.ts'
import { findViolations } from './accessibility.ts'
import {
  answerWithVideo,
  expect,
  holdBack,
  playButton,
  player,
  submitLead,
  type TestLead,
  test,
} from './test.ts'

async function unlock(page: Page, lead: TestLead, videoUrl: string): Promise<void> {
  await answerWithVideo(page, videoUrl)
  await submitLead(page, lead)
  await expect(playButton(page)).toHaveCount(0)
}

test('a YouTube link plays in an embedded player without autoplay or related videos', async ({
  page,
  lead,
}) => {
  await unlock(page, lead, hostedVideo)
  const url = new URL((await player(page).getAttribute('src')) ?? '')
  expect(url.origin + url.pathname).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
  expect(url.searchParams.get('rel')).toBe('0')
  expect(url.searchParams.has('autoplay')).toBe(false)
  await expect(player(page)).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
})

test('a Vimeo link plays in an embedded player with its private hash', async ({ page, lead }) => {
  await unlock(page, lead, 'https://vimeo.com/304887422/34c51f7a09')
  const url = new URL((await player(page).getAttribute('src')) ?? '')
  expect(url.origin + url.pathname).toBe('https://player.vimeo.com/video/304887422')
  expect(Object.fromEntries(url.searchParams)).toEqual({ dnt: '1', h: '34c51f7a09' })
})

for (const [host, url] of Object.entries({ YouTube: hostedVideo, Vimeo: 'https://vimeo.com/304887422' }))
  test(`the player of ${host} is entered and left by the keyboard, and axe finds no violation in it`, async ({
    page,
    lead,
  }) => {
    await unlock(page, lead, url)
    const inPlayer = page.frameLocator('iframe').getByRole('button', { name: 'Play the video' })
    await expect(player(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Video Sales Letter' })).toBeFocused()
    // While the player loads, it has nothing that the key could focus.
    await expect(inPlayer).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(inPlayer).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(inPlayer).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(inPlayer).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(inPlayer).not.toBeFocused()
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME')
    expect(await findViolations(page)).toEqual([])
  })

test('the poster is seen until the player of the host has loaded', async ({ page, lead }) => {
  const release = await holdBack(page, /youtube-nocookie/)
  await unlock(page, lead, hostedVideo)
  await expect(player(page)).toBeVisible()
  const poster = page.locator('picture img')
  const { x, y, width, height } = (await poster.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const clip = { x: x + width * 0.6, y: y + height * 0.4, width: width * 0.3, height: height * 0.3 }
  // Any change to the poster can be seen, so nothing lies over it.
  const withPoster = await page.screenshot({ clip })
  await poster.evaluate((image) => image.style.setProperty('visibility', 'hidden'))
  expect((await page.screenshot({ clip })).equals(withPoster)).toBe(false)
  release()
  await expect(page.frameLocator('iframe').getByRole('button')).toBeVisible()
})

test('any other URL plays in a plain video element with a fallback text', async ({ page, lead }) => {
  await unlock(page, lead, 'https://cdn.example.com/training.mp4')
  const video = page.locator('video')
  await expect(video).toBeFocused()
  await expect(video).toHaveAttribute('src', 'https://cdn.example.com/training.mp4')
  await expect(video).toHaveText('Your browser does not support the video tag.')
  await expect(video).not.toHaveAttribute('autoplay')
  // Otherwise the player would cut off most of a vertical video.
  await expect(video).toHaveCSS('object-fit', 'contain')
})

for (const [what, url] of [
  ['empty', ''],
  ['unrecognised', 'https://www.youtube.com/@channel'],
] as const) {
  test(`an ${what} video URL shows “No video URL configured” after the unlock`, async ({ page, lead }) => {
    await unlock(page, lead, url)
    await expect(page.getByText('No video URL configured')).toBeVisible()
  })
}
