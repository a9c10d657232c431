import { type CDPSession, chromium, type Page } from '@playwright/test'
import { measuredChromiumPath } from '../../../e2e/chromium.ts'
import { type Point, probe } from './probe.ts'

export type Session = { page: Page; cdp: CDPSession; playButton: Promise<Point> }

const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** The network profile that Lighthouse calls "Slow 4G". The latency is added to every request. */
const slow4g = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375, offline: false }
const cpuSlowdown = 4
const quietMs = 1_000

/**
 * Opens a page in a new browser that emulates a phone. If `isSlow` is true, the phone and its network are slow. The
 * browser is closed when `use` has finished.
 */
export async function inSession<Result>(
  hostsPort: number,
  isSlow: boolean,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  await using browser = await chromium.launch({
    executablePath: await measuredChromiumPath(),
    args: chromiumFlags(hostsPort),
  })
  const context = await browser.newContext({ ...phone, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  if (isSlow) {
    await cdp.send('Network.emulateNetworkConditions', slow4g)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  }
  const seen = Promise.withResolvers<Point>()
  await page.exposeBinding('playButtonSeen', (_, at: Point) => seen.resolve(at))
  await page.addInitScript(probe)
  return await use({ page, cdp, playButton: seen.promise })
}

/** Taps the play button, and waits until the dialog is open and everything in it has loaded. */
export async function tapPlay({ page, cdp, playButton }: Session): Promise<void> {
  const { x, y } = await playButton
  await page.touchscreen.tap(x, y)
  await page.locator('dialog[open]').waitFor()
  await untilQuiet(cdp)
}

/** Waits until the network has been idle for a second. */
export async function untilQuiet(cdp: CDPSession): Promise<void> {
  await new Promise<void>((resolve) => {
    const events = ['Network.requestWillBeSent', 'Network.dataReceived', 'Network.loadingFinished'] as const
    let timer = setTimeout(done, quietMs)
    function again() {
      clearTimeout(timer)
      timer = setTimeout(done, quietMs)
    }
    function done() {
      for (const event of events) cdp.off(event, again)
      resolve()
    }
    for (const event of events) cdp.on(event, again)
  })
}

/**
 * Returns the command-line options for Chromium. They turn background work off, and they make all other host names
 * lead to our own server.
 */
export function chromiumFlags(hostsPort: number): string[] {
  return [
    '--headless=new',
    // The sandbox of Chromium does not work for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--no-first-run',
    '--mute-audio',
    '--force-color-profile=srgb',
    '--ignore-certificate-errors',
    `--host-resolver-rules=MAP * 127.0.0.1:${hostsPort}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
  ]
}
