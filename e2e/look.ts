import { expect, type Page } from '@playwright/test'

const fileOf = (name: string) => name.replaceAll(/[^a-z0-9]+/g, '-')

/** Compares screenshots of a page at these widths, in pixels, with the stored screenshots. */
export async function expectPictures(
  page: Page,
  name: string,
  widths: number[],
  fullPage = false,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    // Versions of Chromium smooth letters differently, by at most 400 pixels so far. A changed word may change fewer
    // pixels than this.
    await expect
      .soft(page)
      .toHaveScreenshot(`${fileOf(name)}-${width}.png`, { fullPage, maxDiffPixels: 1_200 })
    await page.evaluate(() => scrollTo(0, 0))
  }
}

/** Compares the whole text of a page, character by character, with the stored text. */
export async function expectWords(page: Page, name: string): Promise<void> {
  expect.soft(await page.locator('body').innerText()).toMatchSnapshot(`${fileOf(name)}.txt`)
}
