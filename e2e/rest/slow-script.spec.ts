import type { Page } from '@playwright/test'
import { submissions } from '../backend.ts'
import { forward, refuse } from '../second-site.ts'
import {
  dialog,
  expect,
  fillLead,
  hydrated,
  openWithoutScripts,
  player,
  submitButton,
  test,
  withoutInvokerCommands,
} from '../test.ts'

/** Ticks the box and submits a form that came back, half a second after it did. Its visitor is quick, but is no bot. */
async function sendAtOnce(page: Page) {
  const byScript = page.waitForRequest((request) => Boolean(request.headers()['next-action']))
  await page.getByRole('checkbox').check()
  await page.evaluate(() => Object.assign(performance, { now: () => 500 }))
  await submitButton(page).click()
  await byScript
  await expect(player(page)).toBeVisible()
}

test('a tap before the scripts are loaded opens the dialog in a browser without invoker commands', async ({
  page,
}) => {
  await withoutInvokerCommands(page)
  await openWithoutScripts(page)
  await expect(dialog(page)).toBeVisible()
})

// Without scripts the form cannot know that the visitor is offline, so the browser shows its own error page. Chromium
// puts this page in the place of the form, because both have the same address. Back therefore cannot give the form.
test('a reload of the error page of a browser that was offline sends what was typed once and unlocks the video', async ({
  page,
  context,
  lead,
}) => {
  await openWithoutScripts(page)
  await fillLead(page, lead, 'AU')
  await context.setOffline(true)
  await submitButton(page).click()
  await page.waitForURL('chrome-error://chromewebdata/')
  await context.setOffline(false)
  await page.reload({ waitUntil: 'commit' })
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toMatchObject([{ country_code: 'AU', consent: true }])
})

test('a form submitted natively, and again once the scripts are loaded, is one submission', async ({
  page,
  lead,
}) => {
  const release = await openWithoutScripts(page)
  await fillLead(page, lead)
  const stored = Promise.withResolvers<void>()
  // The status 204 keeps the browser on this page.
  await page.route('/', async (route) => {
    if (route.request().headers()['next-action']) return route.continue()
    await route.fetch()
    stored.resolve()
    return route.fulfill({ status: 204 })
  })
  await submitButton(page).click({ noWaitAfter: true })
  await stored.promise
  release()
  await hydrated(page)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('when a form submitted before the scripts are loaded fails, the dialog is shown again with its content', async ({
  page,
  lead,
  site,
}) => {
  site.answerBy(refuse)
  const release = await openWithoutScripts(page, site.url)
  await fillLead(page, lead)
  await submitButton(page).click({ noWaitAfter: true })
  await expect(dialog(page).getByRole('alert')).toContainText(
    'There was a problem submitting your information.',
  )
  await expect.poll(() => dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  site.answerBy(forward)
  release()
  await hydrated(page)
  await sendAtOnce(page)
  expect(await submissions(lead.email)).toMatchObject([{ suspected_bot: false }])
})

test('when a form submitted before the scripts are loaded is invalid, the focus is on the first wrong field, and it can be corrected', async ({
  page,
  lead,
}) => {
  const release = await openWithoutScripts(page)
  await fillLead(page, { ...lead, phone: ' ' })
  await submitButton(page).click({ noWaitAfter: true })
  const phone = page.getByLabel('Phone')
  await expect(phone).toHaveAccessibleDescription('Please enter your phone number.')
  await expect(phone).toBeFocused()
  release()
  await hydrated(page)
  await page.getByLabel('Phone').fill(lead.phone)
  await sendAtOnce(page)
  expect(await submissions(lead.email)).toMatchObject([{ suspected_bot: false }])
})
