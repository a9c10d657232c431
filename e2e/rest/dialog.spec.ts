import {
  dialog,
  expect,
  fillLead,
  hydrated,
  openDialog,
  playButton,
  submitLead,
  test,
  withoutNewApis,
} from '../test.ts'

test('a reviewer opens the form by its address', async ({ page }) => {
  await page.goto('/#training')
  await expect(dialog(page).getByLabel('Full name')).toBeFocused()
  expect(await dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
})

for (const address of ['/', '/#training'])
  test(`in a low window the form at ${address} opens with the focus on its first field`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 480 })
    await page.goto(address)
    if (address === '/') await playButton(page).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
  })

test('only the primary button closes the dialog by a press outside, so another one keeps the consent', async ({
  page,
}) => {
  await openDialog(page)
  await page.getByRole('checkbox').check()
  for (const button of ['right', 'middle'] as const) await page.mouse.click(5, 5, { button })
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toBeHidden()
})

test('the page behind the open dialog does not scroll', async ({ page }) => {
  await openDialog(page)
  const root = page.locator('html')
  const before = await root.evaluate((element) => element.scrollTop)
  await expect(root).toHaveCSS('overflow', 'hidden')
  await page.mouse.move(20, 300)
  await page.mouse.wheel(0, 200)
  await page.keyboard.press('Escape')
  await expect(root).toHaveCSS('overflow', 'visible')
  await page.mouse.wheel(0, 100)
  await expect(root).toHaveJSProperty('scrollTop', before + 100)
})

test('in the oldest browsers the play button, the button below and the address open the form, lock the page and load the scripts', async ({
  page,
}) => {
  await withoutNewApis(page)
  const ways = {
    '/': () => page.locator('[data-play]').click(),
    '/?below': () => page.locator('[command=show-modal]').last().click(),
    '/?address#training': async () => {},
  }
  for (const [address, open] of Object.entries(ways)) {
    await page.goto(address)
    await open()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    await hydrated(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('overflow', 'visible')
  }
})

test('a dialog that is opened again after a failure shows no error for the consent', async ({
  page,
  lead,
}) => {
  await page.route('/', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await submitLead(page, lead)
  await expect(dialog(page).getByText('There was a problem')).toBeVisible()
  await page.keyboard.press('Escape')
  await playButton(page).click()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
})

test('opening the dialog again after hydration logs nothing', async ({ page, messages }) => {
  await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  expect(messages.map((message) => message.text())).toEqual([])
})

test('the dialog keeps what was typed when it is closed and opened again', async ({ page, lead }) => {
  await openDialog(page)
  await fillLead(page, lead)
  await page.getByRole('button', { name: 'Close' }).click()
  await playButton(page).click()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
})
