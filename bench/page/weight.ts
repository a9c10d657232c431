import type { Page } from '@playwright/test'
import { inSession, untilQuiet } from './session.ts'

export type Weight = {
  html: number
  scriptsBefore: number
  scriptsAfter: number
  stylesheetsBefore: number
  fonts: number
  largestFont: number
  requests: number
  /** What was asked of other hosts before the unlock. */
  foreign: string[]
  /** What the policy blocked or the console complained of. */
  complaints: string[]
}

const kib = (bytes: number) => bytes / 1024

/**
 * Loads the page as a phone does, then opens the form: what goes over the wire, in KiB. Of the page itself its body;
 * of everything else the headers too, as Lighthouse counts them.
 */
export function weigh(url: string, stubPort: number): Promise<Weight> {
  return inSession(stubPort, false, async ({ page, cdp, playButton }) => {
    const received = record(page)
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))

    await page.goto(url)
    const { x, y } = await playButton
    await untilQuiet(cdp)
    const before = await received()
    // Lighthouse's Chromium asks for it, this one does not.
    const manifests = await page.locator('link[rel=manifest]').count()
    const html = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation')
      return (navigation as PerformanceNavigationTiming).encodedBodySize
    })
    await page.touchscreen.tap(x, y)
    await page.locator('dialog[open]').waitFor()
    await untilQuiet(cdp)
    const after = await received()

    const ofType = (type: string, among = before) => among.filter((request) => request.type === type)
    const sizes = (type: string, among = before) => ofType(type, among).map(({ bytes }) => kib(bytes))
    const total = (type: string, among = before) => sizes(type, among).reduce((sum, size) => sum + size, 0)
    return {
      html: kib(html),
      scriptsBefore: total('script'),
      scriptsAfter: total('script', after),
      stylesheetsBefore: ofType('stylesheet').length,
      fonts: ofType('font').length,
      largestFont: Math.max(0, ...sizes('font')),
      requests: before.length + manifests,
      foreign: after.map((request) => request.url).filter((at) => new URL(at).origin !== new URL(url).origin),
      complaints,
    }
  })
}

function record(page: Page) {
  const requests: Promise<{ url: string; type: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith('https:')) return
    const sized = request.sizes().then(({ responseBodySize }) => ({
      url: request.url(),
      type: request.resourceType(),
      bytes: responseBodySize,
    }))
    requests.push(sized)
  })
  return () => Promise.all(requests)
}
