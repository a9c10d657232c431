import type { Page } from '@playwright/test'
import { submissions } from './backend.ts'
import { refuse } from './second-site.ts'
import {
  dialog,
  expect,
  fillLead,
  openDialog,
  playButton,
  player,
  scriptFiles,
  submitButton,
  test,
} from './test.ts'

const changes: Record<string, (form: HTMLFormElement) => void> = {
  'whose action had another id': (form) => {
    const action = form.querySelector<HTMLInputElement>('[name="$ACTION_1:0"]')
    if (action) action.value = action.value.replace(/[\da-f]{40}/, '0'.repeat(40))
  },
  'whose form was elsewhere in the page': (form) => {
    const key = form.querySelector<HTMLInputElement>('[name="$ACTION_KEY"]')
    if (key) key.value = `k${'0'.repeat(32)}`
  },
}

/** Opens the page as an earlier deployment rendered it, without the scripts of that deployment, and opens its dialog. */
async function openStale(page: Page, url: string, change: (form: HTMLFormElement) => void): Promise<void> {
  await page.route(scriptFiles, (route) => route.abort())
  await page.goto(url)
  await page.locator('form').evaluate(change)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
}

for (const [difference, change] of Object.entries(changes)) {
  test(`a form submitted natively from an older page ${difference} is stored and unlocks the video`, async ({
    page,
    lead,
  }) => {
    await openStale(page, '/?utm_source=older', change)
    await fillLead(page, lead, 'CA')
    await page.unroute(scriptFiles)
    await submitButton(page).click()
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toMatchObject([
      { country_code: 'CA', consent: true, campaign: { utm_source: 'older' }, suspected_bot: false },
    ])
    await page.goto('/')
    await expect(player(page)).toHaveCount(0)
  })
}

test('when a form submitted natively from an older page fails, the page is shown again with its content', async ({
  page,
  lead,
  site,
}) => {
  site.answerBy(refuse)
  await openStale(page, site.url, changes['whose action had another id'] as () => void)
  await fillLead(page, lead, 'CA')
  await submitButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('There was a problem')
  await expect(page.getByLabel('Full name')).toHaveValue(lead.name)
  await expect(page.getByLabel('Country')).toHaveValue('CA')
  await page.getByRole('checkbox').check()
  await submitButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('There was a problem')
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
})

test('a form submitted by script from a page of an earlier deployment is stored and unlocks the video', async ({
  page,
  lead,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  await page.locator('form').evaluate(changes['whose action had another id'] as () => void)
  await page.route('/', (route) => {
    const headers = route.request().headers()
    if (headers['next-action']) headers['next-action'] = `60${'0'.repeat(40)}`
    return route.continue({ headers })
  })
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('the route that answers older pages shows the not-found page to everyone else', async ({ page }) => {
  const response = await page.goto('/stale-post')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})
