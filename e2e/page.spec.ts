import { existsSync } from 'node:fs'
import { ownPoster } from '../lib/video/poster.ts'
import { sample } from '../lib/video/sample.ts'
import { brand } from '../site/brand.ts'
import { copyright, discoverCopy, heroCopy } from '../site/copy.ts'
import { siteUrl } from './settings.ts'
import { dialog, expect, playButton, posterSource, test } from './test.ts'

const posterFolder = existsSync(`public${ownPoster}`) ? ownPoster : sample.poster

test('the page says what is offered: the logo, the badge, the headline, three things to discover, and the year', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByText(brand)).toBeVisible()
  await expect(page.getByRole('banner').locator('svg')).toBeVisible()
  await expect(page.getByText(heroCopy.badge)).toBeVisible()
  const headline = page.getByRole('heading', { level: 1 })
  for (const part of Object.values(heroCopy.headline)) await expect(headline).toContainText(part)
  await expect(page.getByText(heroCopy.subline)).toBeVisible()
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: discoverCopy.title }),
  })
  const bullets = section.getByRole('listitem')
  await expect(bullets).toHaveCount(3)
  for (const [place, { title, text }] of discoverCopy.bullets.entries()) {
    await expect(bullets.nth(place)).toContainText(title)
    await expect(bullets.nth(place)).toContainText(text)
  }
  await expect(page.getByRole('contentinfo')).toContainText(copyright)
})

test('the locked video shows the poster, the play button and the prompt', async ({ page }) => {
  await page.goto('/')
  await expect(playButton(page)).toBeVisible()
  const poster = page.locator('picture img')
  await expect(poster).toBeVisible()
  await expect(poster).toHaveJSProperty('complete', true)
  expect(await posterSource(page)).toBe(`${siteUrl}${posterFolder}/wide.avif`)
})

test('the video block is 16:9 and at most 1024 pixels (5xl) wide', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 1080 })
  await page.goto('/')
  const box = await playButton(page).boundingBox()
  expect(box?.width).toBe(1024)
  expect(box?.height).toBe(576)
})

test('the page and its dialog fit every screen from 320 to 1440 pixels wide', async ({ page }) => {
  const widths = [320, 360, 768, 1440]
  await page.goto('/')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await playButton(page).click()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const [content, room] = await dialog(page).evaluate((sheet) => [sheet.scrollWidth, sheet.clientWidth])
    expect(content).toBe(room)
  }
})
