import type { Page } from '@playwright/test'
import { variantUrl } from './settings.ts'
import {
  dialog,
  expect,
  fillLead,
  openBroken,
  openDialog,
  player,
  submitButton,
  type TestLead,
} from './test.ts'

/** Every state of the page, by a name that continues “the page …”, and the way into it. */
export const states: Record<string, (page: Page, lead: TestLead) => Promise<unknown>> = {
  locked: (page) => page.goto('/'),
  'with its dialog open': (page) => openDialog(page),
  'with a field error': async (page, lead) => {
    await openDialog(page)
    await fillLead(page, { ...lead, name: '   ' })
    await submitButton(page).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'while it sends': async (page, lead) => {
    await openDialog(page)
    await fillLead(page, lead)
    await page.route('/', () => {})
    await submitButton(page).click()
    await expect(submitButton(page)).toHaveText('Processing...')
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
  'after an error of its own': (page) => openBroken(page),
}
