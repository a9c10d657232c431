import type { Page } from '@playwright/test'
import type { Marks, Point } from './probe.ts'
import { inSession, type Session, untilQuiet } from './session.ts'

export type FirstTap = { wait: number; isLost: boolean }
export type Visit = {
  fcp: number
  lcp: number
  longestTask: number
  coldTap: number
  inpOpen: number
  inpReopen: number
  inpType: number
  inpSubmit: number
  submit: number
}

/** Taps the play button once, as soon as it is there: how long until the dialog with its form is painted. */
export function firstTap(url: string, stubPort: number): Promise<FirstTap> {
  return inSession(stubPort, true, async ({ page, playButton }) => {
    page.goto(url, { waitUntil: 'commit' }).catch(() => {})
    await tap(page, await playButton)
    const isLost = await marked(page, 'dialog', 8_000).then(
      () => false,
      () => true,
    )
    const { button = 0, dialog = Number.POSITIVE_INFINITY } = await marks(page)
    return { wait: dialog - button, isLost }
  })
}

/** Loads the page, waits until it is idle, opens the dialog, types a name at once, opens it again and submits. */
export function visit(url: string, stubPort: number): Promise<Visit> {
  return inSession(stubPort, true, async (session) => {
    const { page, cdp, playButton } = session
    await page.goto(url, { timeout: 90_000 })
    const button = await playButton
    // Playwright's own script comes with the first wait, which is not to be in the middle of what is measured.
    await marked(page, 'button', 8_000)
    await untilQuiet(cdp)
    const paints = await page.evaluate(() => ({
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      lcp: window.bench.lcp,
      longestTask: window.bench.longestTask,
    }))

    const { took: coldTap, inp: inpOpen } = await timed(session, 'dialog', () => tap(page, button), false)
    await page.evaluate(() => window.bench.reset())
    // While the scripts boot.
    await page.locator('[name=name]').pressSequentially('Jane Example', { delay: 80 })
    await untilQuiet(cdp)
    const inpType = await inp(page)

    await page.keyboard.press('Escape')
    await page.locator('dialog:not([open])').waitFor({ state: 'attached' })
    await untilQuiet(cdp)
    const { inp: inpReopen } = await timed(session, 'dialog', () => tap(page, button))

    await page.locator('[name=email]').fill('jane@example.com')
    await page.locator('[name=phone]').fill('+49 30 901820')
    await page.getByRole('checkbox').check()
    const submit = page.locator('form button:not([type=button])')
    await submit.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await submit.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const submitting = await timed(session, 'player', () =>
      tap(page, { x: x + width / 2, y: y + height / 2 }),
    )
    return {
      ...paints,
      coldTap,
      inpOpen,
      inpReopen,
      inpType,
      inpSubmit: submitting.inp,
      submit: submitting.took,
    }
  })
}

/** From the tap's own time to the frame with its effect, and the slowest interaction meanwhile. */
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
