import { inSession, untilQuiet } from './session.ts'

/**
 * The files that the first tap fetches over the network, the page having been idle before. Over plain HTTP: under a
 * certificate that it does not know Chromium keeps nothing in its cache.
 */
export function fetchedByTap(origin: string, stubPort: number): Promise<string[]> {
  return inSession(stubPort, false, async ({ page, cdp, playButton }) => {
    await page.goto(origin)
    const { x, y } = await playButton
    await untilQuiet(cdp)
    const before = await page.evaluate(() => performance.now())
    await page.touchscreen.tap(x, y)
    await page.locator('dialog[open]').waitFor()
    await untilQuiet(cdp)
    return page.evaluate((since) => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return resources
        .filter(({ startTime, transferSize }) => startTime > since && transferSize > 0)
        .map(({ name }) => name)
    }, before)
  })
}
