import { hostedVideo } from '../../tests/kit/hosted-video.ts'
import { findViolations } from '../accessibility.ts'
import { expect, holdBack, player, test, unlockWith } from '../test.ts'

test('a Vimeo link plays in an embedded player with its private hash', async ({ page, lead }) => {
  await unlockWith(page, lead, 'https://vimeo.com/304887422/34c51f7a09')
  const url = new URL((await player(page).getAttribute('src')) ?? '')
  expect(url.origin + url.pathname).toBe('https://player.vimeo.com/video/304887422')
  expect(Object.fromEntries(url.searchParams)).toEqual({ dnt: '1', h: '34c51f7a09' })
})

for (const [host, url] of Object.entries({ YouTube: hostedVideo, Vimeo: 'https://vimeo.com/304887422' }))
  test(`the player of ${host} is entered and left by the keyboard, and axe finds no violation in it`, async ({
    page,
    lead,
  }) => {
    await unlockWith(page, lead, url)
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
  await unlockWith(page, lead, hostedVideo)
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

test('an empty video URL shows “No video URL configured” after the unlock', async ({ page, lead }) => {
  await unlockWith(page, lead, '')
  await expect(page.getByText('No video URL configured')).toBeVisible()
})
