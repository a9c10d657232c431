import { submissions } from './backend.ts'
import { variantUrl } from './settings.ts'
import {
  dialog,
  expect,
  fillLead,
  holdBack,
  hydrated,
  playButton,
  player,
  scriptFiles,
  submitButton,
  test,
  withoutInvokerCommands,
} from './test.ts'

test('a tap before any script has arrived opens the dialog', async ({ page }) => {
  await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
})

test('likewise where the browser has no invoker commands', async ({ page }) => {
  await withoutInvokerCommands(page)
  await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
})

test('what is typed before and while the scripts arrive is kept, the caret stays, and it submits', async ({
  page,
  lead,
}) => {
  const release = await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await fillLead(page, lead, 'AU')
  const name = page.getByLabel('Full name')
  await name.focus()
  await page.keyboard.press('Home')
  release()
  for (const letter of 'Countess ') await page.keyboard.type(letter)
  await hydrated(page)
  await page.keyboard.type('of ')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(`Countess of ${lead.name}`)
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(page.getByLabel('Country')).toHaveValue('AU')
  await expect(page.getByLabel('Phone')).toHaveValue(lead.phone)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await submitButton(page).click()
  await expect(page.getByText('Success!')).toBeVisible()
  expect(await submissions(lead.email)).toMatchObject([
    { name: `Countess of ${lead.name}`, country_code: 'AU' },
  ])
})

test('a submit before the scripts arrive is not lost', async ({ page, lead }) => {
  await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click({ noWaitAfter: true })
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('a form sent natively and, once the scripts are there, once more is one submission', async ({
  page,
  lead,
}) => {
  const release = await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await fillLead(page, lead)
  let isStored = () => {}
  const stored = new Promise<void>((resolve) => {
    isStored = resolve
  })
  // The answer to the native post brings nothing, so the page stays.
  await page.route('/', async (route) => {
    if (route.request().headers()['next-action']) return route.continue()
    await route.fetch()
    isStored()
    return route.fulfill({ status: 204 })
  })
  await submitButton(page).click({ noWaitAfter: true })
  await stored
  release()
  await hydrated(page)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('a failed submit before the scripts arrive shows the dialog again, modal and with all that was typed', async ({
  page,
  lead,
}) => {
  await holdBack(page, scriptFiles)
  await page.goto(variantUrl('down'), { waitUntil: 'commit' })
  await playButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click({ noWaitAfter: true })
  await expect(dialog(page).getByRole('alert')).toContainText(
    'There was a problem submitting your information.',
  )
  await expect.poll(() => dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
})

test('where the scripts cannot be loaded, the dialog does all it should and the native form delivers', async ({
  page,
  lead,
}) => {
  await page.route(scriptFiles, (route) => route.abort())
  await page.addInitScript(() => {
    // @ts-expect-error: a browser without light dismiss, as Safari before 27.3
    delete HTMLDialogElement.prototype.closedBy
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.locator('dialog').evaluate((element) => element.removeAttribute('closedby'))
  await playButton(page).click()
  await fillLead(page, lead)
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toBeHidden()
  await expect(playButton(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('checkbox').check()
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})
