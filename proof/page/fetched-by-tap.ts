import { inSession, tapPlay, untilQuiet } from './session.ts'

/** Lists the files that the first tap fetches. By plain HTTP: Chromium caches nothing under an untrusted certificate. */
export function fetchedByTap(origin: string, stubPort: number): Promise<string[]> {
  return inSession(stubPort, false, async (session) => {
    const { page, cdp, playButton } = session
    await page.goto(origin)
    await playButton
    await untilQuiet(cdp)
    const before = await page.evaluate(() => performance.now())
    await tapPlay(session)
    return page.evaluate((since) => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return resources
        .filter(({ startTime, transferSize }) => startTime > since && transferSize > 0)
        .map(({ name }) => name)
    }, before)
  })
}
