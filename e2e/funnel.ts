import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from './backend.ts'
import { openFront, type ScriptWay } from './engines/front.ts'
import { test as base, expect, fillLead, openDialog, player, submitButton, type TestLead } from './test.ts'

declare global {
  interface Window {
    said: unknown[]
  }
}

export const newCampaign = () => `e2e-${randomUUID()}`
export const counted = (campaign: string) =>
  sql<{ event: string; hits: number }>(
    'select event, sum(hits)::integer as hits from private.funnel_counts where campaign = $1 group by event',
    [campaign],
  )
export const eachOnce = (events: readonly string[]) => events.map((event) => ({ event, hits: 1 }))

/**
 * A Playwright test with two fixtures for the funnel. `listen` starts a server in front of a site and records the
 * beacons. We need this server because Playwright does not see what a page sends when the visitor leaves. `said`
 * returns the funnel events that the page has fired.
 */
export const test = base.extend<{
  listen: (scripts?: ScriptWay) => Promise<Awaited<ReturnType<typeof openFront>>>
  said: () => Promise<{ events: unknown[]; dataLayer: unknown }>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  listen: async ({}, use) => {
    const fronts: { close(): void }[] = []
    await use(async (scripts = 'on time') => {
      const front = await openFront(scripts)
      fronts.push(front)
      return front
    })
    for (const front of fronts) front.close()
  },
  said: async ({ page }, use) => {
    const said = await recordEvents(page)
    await use(said)
  },
})

/** Call it before the page is opened. Returns a function that reads the events. */
export async function recordEvents(page: Page) {
  await page.addInitScript(() => {
    self.said = []
    Object.assign(self, { dataLayer: [] })
    document.addEventListener('training:funnel', ({ detail }) => self.said.push(detail))
  })
  return () => page.evaluate(() => ({ events: self.said, dataLayer: self.dataLayer }))
}

/**
 * Waits until the browser has fired the event that reports the open dialog. The dialog is visible earlier, but no
 * visitor would be fast enough to type at that moment.
 */
export const expectDialogReported = (said: () => Promise<{ events: unknown[] }>) =>
  expect
    .poll(async () => (await said()).events)
    .toContainEqual(expect.objectContaining({ event: 'dialog_opened' }))

/** From the first view to the player. On the way, one field is filled in wrongly. */
export async function walk(page: Page, lead: TestLead, url: string) {
  await openDialog(page, url)
  await page.getByLabel('Full name').pressSequentially(lead.name)
  await submitButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
}

export const leave = (page: Page, { url }: { url: string }) => page.goto(`${url}/nowhere`)

/** With the signal, the browser asks for privacy. */
export function testPrivacySignal(signal: 'globalPrivacyControl' | 'doNotTrack', value: true | '1'): void {
  test(`the page tells and sends nothing if the browser says ${signal}`, async ({
    page,
    lead,
    listen,
    said,
  }) => {
    const front = await listen()
    await page.addInitScript(([signal, value]) => Object.defineProperty(navigator, signal, { value }), [
      signal,
      value,
    ] as const)
    await walk(page, lead, front.url)
    expect(await said()).toEqual({ events: [], dataLayer: [] })
    await leave(page, front)
    // The test opens a second page and waits for its beacon. By then, the beacon of the first page would have arrived
    // too.
    await page
      .context()
      .newPage()
      .then((other) => other.goto(front.url).then(() => other.goto('about:blank')))
    await expect.poll(() => front.beacons).toEqual([',page_viewed'])
  })
}
