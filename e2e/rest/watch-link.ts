import type { Page } from '@playwright/test'
import { findViolations } from '../accessibility.ts'
import { sql, submissions } from '../backend.ts'
import { mailedLink } from '../mailed-link.ts'
import { forward, refuse } from '../second-site.ts'
import { siteUrl } from '../settings.ts'
import {
  dialog,
  expect,
  fillFields,
  hydrated,
  letTimePass,
  playButton,
  player,
  submitButton,
  type TestLead,
  test,
} from '../test.ts'

const end = (sqlCall: string, { email }: TestLead) =>
  sql(`select ${sqlCall} from private.leads where email = $1`, [email])

/** For visitors with or without JavaScript. */
export function testWatchLink(javaScriptEnabled: boolean): void {
  test.describe(`a visitor ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    const seesForm = async (page: Page) => {
      await expect(page.getByLabel('Full name')).toBeVisible()
      await expect(
        page.getByText('This link no longer opens the video. Please fill in the form to watch it.'),
      ).toBeVisible()
      if (javaScriptEnabled) {
        await expect.poll(() => dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
        await expect(page.getByLabel('Full name')).toBeFocused()
      }
      await expect(page.getByText('There was a problem')).toHaveCount(0)
      await expect(player(page)).toHaveCount(0)
    }

    test('gets the form, and nothing else, once an erasure has ended their link', async ({ page, lead }) => {
      const link = await mailedLink(lead, 'watch')
      await page.goto(link)
      await end('desk.erase_lead(id)', lead)
      await playButton(page).click()
      await seesForm(page)
    })

    test('gets the form by a link that nobody was sent', async ({ page }) => {
      for (const token of [crypto.randomUUID(), 'x', '%00']) {
        await page.goto(`/watch/${token}`)
        await playButton(page).click()
        await seesForm(page)
      }
    })

    test('who fills in the form that an unknown link led to is stored and gets the video', async ({
      page,
      lead,
    }) => {
      await page.goto(`/watch/${crypto.randomUUID()}`)
      await playButton(page).click()
      await seesForm(page)
      if (javaScriptEnabled) await hydrated(page)
      await fillFields(page, lead)
      if (javaScriptEnabled) await letTimePass(page)
      await submitButton(page).click()
      await expect(player(page)).toBeVisible()
      expect(await submissions(lead.email)).toMatchObject([{ page: `${siteUrl}/`, suspected_bot: false }])
    })

    test('is asked to press play again while the backend is down', async ({ page, lead, site }) => {
      const link = await mailedLink(lead, 'watch')
      site.answerBy(refuse)
      await page.goto(site.url + link)
      await playButton(page).click()
      // Next has an element of its own with this role, which announces routes.
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(
        'Something went wrong. Please press play again in a few minutes.',
      )
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([])
      site.answerBy(forward)
      await playButton(page).click()
      await expect(player(page)).toBeVisible()
    })
  })
}
