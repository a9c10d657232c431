import type { Page } from '@playwright/test'
import { submissions } from './backend.ts'
import { variantUrl } from './settings.ts'
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
  'whose action had another name or key': (form) => {
    const action = form.querySelector<HTMLInputElement>('[name="$ACTION_1:0"]')
    if (action) action.value = action.value.replace(/[\da-f]{40}/, '0'.repeat(40))
  },
  'whose form stood elsewhere in the page': (form) => {
    const key = form.querySelector<HTMLInputElement>('[name="$ACTION_KEY"]')
    if (key) key.value = `k${'0'.repeat(32)}`
  },
}

/** Opens the page as an earlier deploy rendered it, in a browser that cannot load that deploy's scripts. */
async function openStale(page: Page, url: string, change: (form: HTMLFormElement) => void): Promise<void> {
  await page.route(scriptFiles, (route) => route.abort())
  await page.goto(url)
  await page.locator('form').evaluate(change)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
}

for (const [difference, change] of Object.entries(changes)) {
  test(`a native post from an older page ${difference} is stored and answered with the player`, async ({
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

test('a native post from an older page that cannot be stored brings the page back with all that was typed', async ({
  page,
  lead,
}) => {
  await openStale(page, variantUrl('down'), changes['whose action had another name or key'] as () => void)
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

test('a lead sent by script from a page older than the last deploy reaches the new one', async ({
  page,
  lead,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  await page.locator('form').evaluate(changes['whose action had another name or key'] as () => void)
  await page.route('/', (route) => {
    const headers = route.request().headers()
    if (headers['next-action']) headers['next-action'] = `60${'0'.repeat(40)}`
    return route.continue({ headers })
  })
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('the page that answers older pages is found by nobody else', async ({ page }) => {
  const response = await page.goto('/stale-post')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})
