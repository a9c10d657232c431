import { expect, type Page, test } from '@playwright/test'
import { isOwnChromium } from '../chromium.ts'

const fileOf = (name: string) => name.replaceAll(/[^a-z0-9]+/g, '-')

/**
 * Takes a screenshot of a page at each of these widths, in pixels, and compares it with the stored one. Letters look
 * exactly the same only in the Chromium and the font from the npm packages. In any other browser, the test ends here
 * and counts as skipped, so this comes last in a test.
 */
export async function expectPictures(
  page: Page,
  name: string,
  widths: number[],
  fullPage = false,
): Promise<void> {
  test.skip(!(await isOwnChromium()), 'pictures are compared only in the Chromium from npm')
  await hideTimeline(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    // The limit is so low that one changed word is noticed.
    const file = `${fileOf(name)}-${width}.png`
    await expect.soft(page).toHaveScreenshot(file, { fullPage, maxDiffPixels: 20 })
    await page.evaluate(() => scrollTo(0, 0))
  }
}

/**
 * Hides the timeline of the player. The timeline shows how much of the video has loaded, and that is different in
 * every run.
 */
const hideTimeline = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('video::-webkit-media-controls-timeline { visibility: hidden }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** Down to the last character. */
export async function expectWords(page: Page, name: string): Promise<void> {
  expect.soft(await page.locator('body').innerText()).toMatchSnapshot(`${fileOf(name)}.txt`)
}
