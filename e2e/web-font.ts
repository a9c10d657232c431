import type { Page } from '@playwright/test'

/**
 * Returns whether the page uses the web font. The fallback font has only one weight. The loader fetches the web font
 * after the page has loaded.
 */
export function hasWebFont(page: Page): Promise<boolean> {
  return page.evaluate(() => [...document.fonts].some(({ weight }) => weight === '300 800'))
}
