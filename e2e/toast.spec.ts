import type { Locator } from '@playwright/test'
import { forward, refuse } from './second-site.ts'
import { dialog, expect, submitButton, submitLead, test } from './test.ts'

// In all other tests a toast stays, because the page counts as hidden.
test.use({ isPageHidden: false })

/** A toast is shown for 4 seconds. This is less, because a busy machine may notice the toast late. */
const leastMs = 2_000

/** It has gone again by itself. */
async function comesAndGoes(toasts: Locator, text: string) {
  const toast = toasts.filter({ hasText: text })
  await expect(toast).toBeVisible()
  const seen = performance.now()
  await expect(toast).toHaveCount(0, { timeout: 20_000 })
  expect(performance.now() - seen).toBeGreaterThan(leastMs)
}

test('the toasts of an error and of a success go by themselves', async ({ page, lead, site }) => {
  site.answerBy(refuse)
  await submitLead(page, lead, site.url)
  await comesAndGoes(dialog(page).getByRole('listitem'), 'There was a problem submitting your information.')
  site.answerBy(forward)
  await submitButton(page).click()
  await comesAndGoes(page.getByRole('listitem'), 'Your information has been submitted.')
})

test.describe('while they stay', () => {
  test.use({ isPageHidden: true })

  test('three toasts are shown at once, and a fourth hides the first', async ({ page, lead, site }) => {
    site.answerBy(refuse)
    await submitLead(page, lead, site.url)
    const toasts = dialog(page).getByRole('listitem').filter({ hasText: 'There was a problem' })
    const shown = () =>
      toasts.evaluateAll((all) => all.map((toast) => Number(getComputedStyle(toast).opacity)).join())
    for (const opacities of ['1', '1,1', '1,1,1', '1,1,1,0']) {
      await expect.poll(shown).toBe(opacities)
      await submitButton(page).click()
    }
  })

  for (const [width, height] of [
    [320, 568],
    [360, 560],
    [390, 844],
  ] as const)
    test(`no toast covers the player at ${width}×${height}`, async ({ page, lead, site }) => {
      await page.setViewportSize({ width, height })
      await submitLead(page, lead, site.url)
      const toast = page.getByRole('listitem').filter({ hasText: 'Your information has been submitted.' })
      await expect(toast).toBeVisible()
      await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
      const [above, below] = [await toast.boundingBox(), await page.locator('video').boundingBox()]
      expect(above && below).toBeTruthy()
      if (above && below)
        expect(above.y + above.height <= below.y || below.y + below.height <= above.y).toBe(true)
    })
})
