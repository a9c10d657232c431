import type { Page } from '@playwright/test'

/** Leaves the note, and presses a key as soon as the desk obeys keys: a second after the page appeared. */
export async function pressKey(page: Page, key: string) {
  await page.waitForFunction(() => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return page && page.loadEventEnd > 0 && performance.now() > page.loadEventEnd + 1200
  })
  if (await page.evaluate(() => document.activeElement?.matches('[data-enter=leave]')))
    await page.keyboard.press('Escape')
  await page.keyboard.press(key)
}
