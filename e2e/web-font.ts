import type { Page } from '@playwright/test'

/** Whether the page shows its web font, which the loader fetches after the page has loaded. */
export function hasWebFont(page: Page): Promise<boolean> {
  return page.evaluate(() => [...document.fonts].some(({ family }) => family.includes('Host Grotesk')))
}
