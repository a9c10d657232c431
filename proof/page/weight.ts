import type { Page } from '@playwright/test'
import { inSession, untilQuiet } from './session.ts'

export type Weight = {
  html: number
  loader: number
  scriptTags: number
  /** How many inline scripts the policy allows. */
  scriptHashes: number
  scriptsBefore: number
  scriptsAfter: number
  stylesheetsBefore: number
  fonts: number
  largestFont: number
  requestsBeforeLoad: number
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

    const policy = (await (await page.goto(url))?.allHeaders())?.['content-security-policy'] ?? ''
    const { x, y } = await playButton
    await untilQuiet(cdp)
    const before = await received()
    const { html, beforeLoad, ...inline } = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const { encodedBodySize = 0, loadEventStart = 0 } = navigation ?? {}
      const resources = performance.getEntriesByType('resource')
      return {
        html: encodedBodySize,
        loader: document.querySelector('body > [data-at-once]')?.textContent?.length ?? 0,
        scriptTags: document.querySelectorAll('script[src]').length,
        beforeLoad: resources.filter(({ startTime }) => startTime < loadEventStart).length,
      }
    })
    // The page itself; and Lighthouse's Chromium asks for the manifest, this one does not.
    const requestsBeforeLoad = 1 + beforeLoad + (await page.locator('link[rel=manifest]').count())
    await page.touchscreen.tap(x, y)
    await page.locator('dialog[open]').waitFor()
    await untilQuiet(cdp)
    const after = await received()

    const ofType = (type: string, among = before) => among.filter((request) => request.type === type)
    const sizes = (type: string, among = before) => ofType(type, among).map(({ bytes }) => kib(bytes))
    const total = (type: string, among = before) => sizes(type, among).reduce((sum, size) => sum + size, 0)
    return {
      html: kib(html),
      loader: kib(inline.loader),
      scriptTags: inline.scriptTags,
      scriptHashes: /script-src [^;]*/.exec(policy)?.[0].match(/sha256-/g)?.length ?? 0,
      scriptsBefore: total('script'),
      scriptsAfter: total('script', after),
      stylesheetsBefore: ofType('stylesheet').length,
      fonts: ofType('font').length,
      largestFont: Math.max(0, ...sizes('font')),
      requestsBeforeLoad,
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
