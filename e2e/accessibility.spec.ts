import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { variantUrl } from './settings.ts'
import { dialog, expect, fillLead, openDialog, player, submitButton, type TestLead, test } from './test.ts'

const states: Record<string, (page: Page, lead: TestLead) => Promise<unknown>> = {
  locked: (page) => page.goto('/'),
  'with its dialog open': (page) => openDialog(page),
  'with a field error': async (page, lead) => {
    await openDialog(page)
    await fillLead(page, { ...lead, name: '   ' })
    await submitButton(page).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'after a failure': async (page, lead) => {
    await openDialog(page)
    await fillLead(page, lead)
    await page.route('/', (route) => route.abort())
    await submitButton(page).click()
    await expect(dialog(page).getByText('There was a problem')).toBeVisible()
  },
  unlocked: async (page, lead) => {
    await openDialog(page)
    await fillLead(page, lead)
    await submitButton(page).click()
    await expect(player(page)).toBeVisible()
    await expect(page.getByText('Success!')).toBeVisible()
  },
  'without a video': async (page, lead) => {
    await openDialog(page, variantUrl('unset'))
    await fillLead(page, lead)
    await submitButton(page).click()
    await expect(page.getByText('No video URL configured')).toBeVisible()
  },
  'for an unknown path': (page) => page.goto('/nowhere'),
}

// A toast on its way in is translucent, and axe measures the contrast of that moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const width of [360, 1440]) {
  for (const [state, enter] of Object.entries(states)) {
    test(`the page ${state} has no accessibility violation at ${width} pixels`, async ({ page, lead }) => {
      await page.setViewportSize({ width, height: 800 })
      await enter(page, lead)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)).toEqual([])
    })
  }
}
