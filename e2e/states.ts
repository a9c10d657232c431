import type { Page, Route } from '@playwright/test'
import {
  answerWithVideo,
  dialog,
  expect,
  openBroken,
  openDialog,
  player,
  submitButton,
  submitLead,
  type TestLead,
} from './test.ts'

/**
 * All states of the page, each with the steps that lead to it. The name of a state completes the sentence “the page
 * …”.
 */
export const states: Record<string, (page: Page, lead: TestLead) => Promise<unknown>> = {
  locked: (page) => page.goto('/'),
  'with its dialog open': (page) => openDialog(page),
  'with a field error': async (page, lead) => {
    await submitLead(page, { ...lead, name: '   ' })
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'while submitting': async (page, lead) => {
    await page.route('/', (route) => (isPost(route) ? undefined : route.continue()))
    await submitLead(page, lead)
    await expect(submitButton(page)).toHaveText('Processing...')
  },
  'after a failure': async (page, lead) => {
    await page.route('/', (route) => (isPost(route) ? route.abort() : route.continue()))
    await submitLead(page, lead)
    await expect(dialog(page).getByText('There was a problem')).toBeVisible()
  },
  unlocked: async (page, lead) => {
    await submitLead(page, lead)
    await expect(player(page)).toBeVisible()
    await expect(page.getByText('Success!')).toBeVisible()
  },
  'without a video': async (page, lead) => {
    await answerWithVideo(page, '')
    await submitLead(page, lead)
    await expect(page.getByText('No video URL configured')).toBeVisible()
    await expect(page.getByText('Success!')).toBeVisible()
  },
  'for an unknown path': (page) => page.goto('/nowhere'),
  'after an application error': (page) => openBroken(page),
}

const isPost = (route: Route) => route.request().method() === 'POST'
