import type { Page } from '@playwright/test'
import type { budgets } from './budgets.ts'
import type { Marks, Point } from './probe.ts'
import { inSession, type Session, untilQuiet } from './session.ts'

export type FirstTap = Record<keyof typeof budgets.firstTap, number>
export type Visit = Record<keyof typeof budgets.visit, number>

/**
 * Taps the play button once, as soon as it is visible. Measures how long it takes until the form is painted. If the
 * tap is lost, the time is infinite.
 */
export function firstTap(url: string, hostsPort: number): Promise<FirstTap> {
  return inSession(hostsPort, true, async ({ page, playButton }) => {
    page.goto(url, { waitUntil: 'commit' }).catch(() => {})
    await tap(page, await playButton)
    await marked(page, 'dialog', 8_000).catch(() => {})
    const { button = 0, dialog = Number.POSITIVE_INFINITY } = await marks(page)
    return { 'first tap → form': dialog - button }
  })
}

/**
 * Loads the page and waits until it is idle. Opens the dialog and types a name immediately. Then opens the dialog
 * once more and submits the form.
 */
export function visit(url: string, hostsPort: number): Promise<Visit> {
  return inSession(hostsPort, true, async (session) => {
    const { page, cdp, playButton } = session
    await page.goto(url, { timeout: 90_000 })
    const button = await playButton
    // When Playwright waits for something for the first time, it injects a script. We let it do that before we
    // measure.
    await marked(page, 'button', 8_000)
    await untilQuiet(cdp)
    const load = await page.evaluate(() => ({
      FCP: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      LCP: window.bench.lcp,
      'longest task of the load': window.bench.longestTask,
    }))

    const opened = await timed(session, 'dialog', () => tap(page, button), false)
    await page.evaluate(() => window.bench.reset())
    await page.locator('[name=name]').pressSequentially('Jane Example', { delay: 80 })
    await untilQuiet(cdp)
    const typing = await inp(page)

    await page.keyboard.press('Escape')
    await page.locator('dialog:not([open])').waitFor({ state: 'attached' })
    await untilQuiet(cdp)
    const reopened = await timed(session, 'dialog', () => tap(page, button))

    await page.locator('[name=email]').fill('jane@example.com')
    await page.locator('[name=phone]').fill('+49 30 901820')
    await page.getByRole('checkbox').check()
    const submit = page.locator('form button:not([type=button])')
    await submit.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await submit.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const center = { x: x + width / 2, y: y + height / 2 }
    const submitted = await timed(session, 'player', () => tap(page, center))
    return {
      ...load,
      'cold tap → form': opened.took,
      'INP of opening': opened.inp,
      'INP of typing at once': typing,
      'INP of opening again': reopened.inp,
      'INP of submitting': submitted.inp,
      'submit → player': submitted.took,
    }
  })
}

/**
 * Measures how many milliseconds pass from a tap to the frame in which its effect can be seen. Also measures the
 * slowest interaction during this time.
 */
async function timed(
  { page, cdp }: Session,
  effect: 'dialog' | 'player',
  act: () => Promise<void>,
  isFollowedByQuiet = true,
) {
  await page.evaluate(() => window.bench.reset())
  await act()
  await marked(page, effect, 20_000)
  if (isFollowedByQuiet) await untilQuiet(cdp)
  const { down = Number.NaN, [effect]: seen = Number.NaN } = await marks(page)
  return { took: seen - down, inp: await inp(page) }
}

const tap = (page: Page, { x, y }: Point) => page.touchscreen.tap(x, y)
const marks = (page: Page): Promise<Marks> => page.evaluate(() => window.bench.marks)
const inp = (page: Page): Promise<number> => page.evaluate(() => window.bench.inp)

function marked(page: Page, name: keyof Marks, timeout: number) {
  return page.waitForFunction((key) => window.bench.marks[key], name, { timeout, polling: 50 })
}
