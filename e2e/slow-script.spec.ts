import { submissions } from './backend.ts'
import {
  dialog,
  expect,
  fillLead,
  hydrated,
  openWithoutScripts,
  playButton,
  player,
  scriptFiles,
  submitButton,
  test,
} from './test.ts'

test('a tap before the scripts are loaded opens the dialog', async ({ page }) => {
  await openWithoutScripts(page)
  await expect(dialog(page)).toBeVisible()
})

test('the form keeps what is typed and the caret while the scripts load, and can then be submitted', async ({
  page,
  lead,
}) => {
  const release = await openWithoutScripts(page)
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

test('a form submitted before the scripts are loaded is stored and unlocks the video', async ({
  page,
  lead,
}) => {
  await openWithoutScripts(page)
  await fillLead(page, lead)
  await submitButton(page).click({ noWaitAfter: true })
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('when the scripts cannot be loaded, the dialog still works and the form is submitted natively', async ({
  page,
  lead,
}) => {
  await page.route(scriptFiles, (route) => route.abort())
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await playButton(page).click()
  await fillLead(page, lead)
  // The visitor selects the typed text with the mouse, and lets go of the button outside the dialog.
  await page.getByLabel('Email').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(dialog(page)).toBeVisible()
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
