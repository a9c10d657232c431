import { expect, type Page } from '@playwright/test'
import { isOwnChromium } from '../chromium.ts'

const fileOf = (name: string) => name.replaceAll(/[^a-z0-9]+/g, '-')

/**
 * Compares screenshots of a page at these widths, in pixels, with the stored screenshots. Only the Chromium and the
 * font of the npm packages draw letters exactly as in the stored pictures. In another browser, this function does
 * nothing.
 */
export async function expectPictures(
  page: Page,
  name: string,
  widths: number[],
  fullPage = false,
): Promise<void> {
  if (!(await isOwnChromium())) return
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await expectPicture(page, `${fileOf(name)}-${width}.png`, fullPage)
    await page.evaluate(() => scrollTo(0, 0))
  }
}

/** Compares a screenshot of a page with the stored screenshot of this name. A changed word breaks the limit. */
export async function expectPicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (!(await isOwnChromium())) return
  await hideTimeline(page)
  await expect.soft(page).toHaveScreenshot(name, { fullPage, maxDiffPixels: 20 })
}

/** Hides the timeline of the player. It shows how much of the film is loaded, which differs from run to run. */
const hideTimeline = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('video::-webkit-media-controls-timeline { visibility: hidden }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** Compares the whole text of a page, character by character, with the stored text. */
export async function expectWords(page: Page, name: string): Promise<void> {
  expect.soft(await page.locator('body').innerText()).toMatchSnapshot(`${fileOf(name)}.txt`)
}
