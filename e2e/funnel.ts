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
 * Playwright's test with two fixtures for the funnel. `listen` starts a server in front of a site and records the
 * beacons, because Playwright does not see what a page sends when the visitor leaves. `said` returns the funnel events
 * that the page has fired.
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

/** Makes a page record its funnel events, and returns a function that reads them. The page must not be loaded yet. */
export async function recordEvents(page: Page) {
  await page.addInitScript(() => {
    self.said = []
    Object.assign(self, { dataLayer: [] })
    document.addEventListener('training:funnel', ({ detail }) => self.said.push(detail))
  })
  return () => page.evaluate(() => ({ events: self.said, dataLayer: self.dataLayer }))
}

/**
 * Waits until the browser has fired the event that reports the open dialog. The dialog is visible earlier, but a test
 * that types at that moment would be faster than any visitor.
 */
export const expectDialogReported = (said: () => Promise<{ events: unknown[] }>) =>
  expect
    .poll(async () => (await said()).events)
    .toContainEqual(expect.objectContaining({ event: 'dialog_opened' }))

/** Takes every step from the first view to the player, and makes one field error on the way. */
export async function walk(page: Page, lead: TestLead, url: string) {
  await openDialog(page, url)
  await page.getByLabel('Full name').pressSequentially(lead.name)
  await submitButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
}

export const leave = (page: Page, { url }: { url: string }) => page.goto(`${url}/nowhere`)
