import type { Page } from '@playwright/test'

/**
 * Returns true if the page uses the web font. The loader fetches it after the page has loaded. Until then, the page
 * has only the fallback font, which has a single weight.
 */
export function hasWebFont(page: Page): Promise<boolean> {
  return page.evaluate(() => [...document.fonts].some(({ weight }) => weight === '300 800'))
}
