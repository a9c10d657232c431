import { chromiumArgs, chromiumPath } from '../chromium.ts'
import { dialog, expect, playButton, test } from '../test.ts'

test.use({
  launchOptions: {
    executablePath: await chromiumPath(),
    args: chromiumArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

for (const { isScrolling, ...viewport } of [
  { width: 1440, height: 900, isScrolling: true },
  { width: 2160, height: 3840, isScrolling: false },
])
  test(`the form opens without moving a page that ${isScrolling ? 'scrolls' : 'fits the window'}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const hasScrollbar = () => page.evaluate(() => innerWidth > document.documentElement.clientWidth)
    expect(await hasScrollbar()).toBe(isScrolling)
    const place = await page.locator('h1').boundingBox()
    await playButton(page).click()
    await expect(dialog(page)).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    expect(await page.locator('h1').boundingBox()).toEqual(place)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    expect(await page.locator('h1').boundingBox()).toEqual(place)
  })
