import type { Page } from '@playwright/test'

/**
 * Tells whether the page shows its web font. The loader fetches the font after the page has loaded. The fallback font
 * has only one weight.
 */
export function hasWebFont(page: Page): Promise<boolean> {
  return page.evaluate(() => [...document.fonts].some(({ weight }) => weight === '300 800'))
}
