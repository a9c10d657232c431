import type { Page } from '@playwright/test'

/** Whether the page shows its web font, which the loader fetches after the page has loaded; what stands in for it has one weight. */
export function hasWebFont(page: Page): Promise<boolean> {
  return page.evaluate(() => [...document.fonts].some(({ weight }) => weight === '300 800'))
}
