import type { Page } from '@playwright/test'
import type { budgets } from './budgets.ts'
import { inSession, tapPlay, untilQuiet } from './session.ts'

export type Weight = {
  exact: Record<keyof typeof budgets.exact, number>
  foreign: string[]
  complaints: string[]
}

/**
 * Loads the page as a phone does, and opens the form. Measures in KiB how much is transferred. Headers are included,
 * except those of the HTML.
 */
export function weigh(url: string, hostsPort: number): Promise<Weight> {
  return inSession(hostsPort, false, async (session) => {
    const { page, cdp, playButton } = session
    const received = record(page)
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))

    const policy = (await (await page.goto(url))?.allHeaders())?.['content-security-policy'] ?? ''
    await playButton
    await untilQuiet(cdp)
    const before = await received()
    const loaded = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return {
        html: navigation?.encodedBodySize ?? Number.NaN,
        loader: document.querySelector('body > [data-at-once]')?.textContent?.length ?? Number.NaN,
        scriptTags: document.querySelectorAll('script[src]').length,
      }
    })
    const manifests = await page.locator('link[rel=manifest]').count()
    await tapPlay(session)
    const after = await received()

    const sizes = (type: string, among = before) =>
      among.filter((request) => request.type === type).map(({ bytes }) => bytes / 1024)
    // If a value could not be measured, it must break its budget.
    const some = (values: number[]) => (values.length > 0 ? values : [Number.NaN])
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    return {
      exact: {
        'HTML, compressed': loaded.html / 1024,
        'the loader, uncompressed': loaded.loader / 1024,
        'script tags outside the template': loaded.scriptTags,
        'inline scripts in the policy':
          /script-src [^;]*/.exec(policy)?.[0].match(/sha256-/g)?.length ?? Number.NaN,
        'JavaScript before intent': sum(sizes('script')),
        'JavaScript after intent': sum(some(sizes('script', after))),
        'stylesheets before intent': sizes('stylesheet').length,
        'font files': sizes('font').length,
        'largest font': Math.max(...some(sizes('font'))),
        // The manifest is added here, because not every Chromium requests it. The Chromium that Lighthouse uses does
        // request it.
        'requests before intent': before.length + manifests,
        'transferred before intent': sum(before.map(({ bytes }) => bytes / 1024)),
        'requests with the form open': after.length + manifests,
        'transferred with the form open': sum(after.map(({ bytes }) => bytes / 1024)),
      },
      foreign: after.map((request) => request.url).filter((at) => new URL(at).origin !== new URL(url).origin),
      complaints,
    }
  })
}

/** Records all requests that finish from now on. Returns a function that lists them with their sizes in bytes. */
function record(page: Page) {
  const requests: Promise<{ url: string; type: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith('http')) return
    const about = { url: request.url(), type: request.resourceType() }
    requests.push(request.sizes().then(({ responseBodySize }) => ({ ...about, bytes: responseBodySize })))
  })
  return () => Promise.all(requests)
}
