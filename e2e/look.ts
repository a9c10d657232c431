import { expect, type Page } from '@playwright/test'

const fileOf = (name: string) => name.replaceAll(/[^a-z0-9]+/g, '-')

/** Compares the pictures of a page at these widths in pixels with those that are kept. */
export async function expectPictures(
  page: Page,
  name: string,
  widths: number[],
  fullPage = false,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    // Versions of Chromium differ in how they smooth letters, by 400 pixels at most so far. A word may differ by less.
    await expect
      .soft(page)
      .toHaveScreenshot(`${fileOf(name)}-${width}.png`, { fullPage, maxDiffPixels: 1_200 })
    await page.evaluate(() => scrollTo(0, 0))
  }
}

/** Compares all that a page says, to the letter, with what is kept. */
export async function expectWords(page: Page, name: string): Promise<void> {
  expect.soft(await page.locator('body').innerText()).toMatchSnapshot(`${fileOf(name)}.txt`)
}
