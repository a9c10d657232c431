import { brand } from '../site/brand.ts'
import { consentText } from '../site/consent-texts.ts'
import { formCopy } from '../site/copy.ts'
import { dialog, expect, openDialog, playButton, player, submitButton, test } from './test.ts'

test('a click on play opens the form of the specification and does not unlock the video', async ({
  page,
}) => {
  await openDialog(page)
  await test.step('it is the dialog “Get Instant Access”', async () => {
    await expect(dialog(page).getByRole('heading', { name: 'Get Instant Access' })).toBeVisible()
    await expect(dialog(page)).toHaveAccessibleDescription(formCopy.intro)
    expect(await dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
    await expect(player(page)).toHaveCount(0)
  })
  await test.step('name, email, phone and consent are required, the country is one of US, UK, CA, AU', async () => {
    const form = dialog(page)
    for (const [label, type] of [
      ['Full name', 'text'],
      ['Email', 'email'],
      ['Phone', 'tel'],
    ] as const) {
      const field = form.getByLabel(label)
      await expect(field).toHaveJSProperty('required', true)
      await expect(field).toHaveJSProperty('type', type)
      await expect(field).toHaveValue('')
    }
    await expect(form.getByLabel('Country')).toHaveValue('US')
    const offered = await form.getByLabel('Country').locator('option').allTextContents()
    expect(offered.filter((code) => ['US', 'UK', 'CA', 'AU'].includes(code))).toEqual([
      'US',
      'UK',
      'CA',
      'AU',
    ])
    await expect(form.getByRole('checkbox')).toHaveJSProperty('required', true)
    await expect(form.getByRole('checkbox')).not.toBeChecked()
  })
  await test.step('the fields offer autocomplete, a fitting keyboard and text of at least 16 pixels', async () => {
    const expected = {
      name: ['name', '', 'next'],
      email: ['email', 'email', 'next'],
      phone: ['tel', 'tel', 'done'],
    }
    for (const [name, attributes] of Object.entries(expected)) {
      const field = dialog(page).locator(`[name=${name}]`)
      const actual = await field.evaluate((input: HTMLInputElement) => [
        input.autocomplete,
        input.inputMode,
        input.enterKeyHint,
      ])
      expect(actual).toEqual(attributes)
      expect(
        Number.parseFloat(await field.evaluate((input) => getComputedStyle(input).fontSize)),
      ).toBeGreaterThanOrEqual(16)
    }
  })
  await test.step('it shows the consent text that is stored with the lead', async () => {
    await expect(dialog(page).getByText(consentText)).toBeVisible()
    for (const part of [
      brand,
      'frequency varies',
      'Message and data rates may apply',
      'Text HELP for assistance',
      'Reply STOP to unsubscribe',
      'not a condition of any purchase',
    ]) {
      expect(consentText).toContain(part)
    }
  })
})

test('the browser validates by itself, without custom messages, length bounds or patterns', async ({
  page,
}) => {
  await openDialog(page)
  for (const field of await dialog(page).locator('input:not([type=hidden]), select').all()) {
    for (const attribute of ['minlength', 'maxlength', 'pattern'])
      await expect(field).not.toHaveAttribute(attribute)
  }
  await submitButton(page).click()
  const invalid = dialog(page).locator(':invalid:not(form)')
  await expect(invalid).toHaveCount(4)
  expect(
    await invalid.evaluateAll((fields) => fields.map((f) => (f as HTMLInputElement).validity.customError)),
  ).toEqual([false, false, false, false])
})

test('the consent is unticked whenever the dialog opens', async ({ page }) => {
  await openDialog(page)
  await page.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await playButton(page).click()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('Escape, the close button and a click outside close the dialog and return the focus to the play button', async ({
    page,
  }) => {
    await openDialog(page)
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
    ]
    for (const close of ways) {
      await close()
      await expect(dialog(page)).toBeHidden()
      await expect(playButton(page)).toBeFocused()
      await playButton(page).click()
      await expect(page.getByLabel('Full name')).toBeFocused()
    }
  })
})

test('the focus returns to the button at the end of the page, if that opened the dialog', async ({
  page,
}) => {
  await page.goto('/')
  const last = page.getByRole('button', { name: 'Watch the Free Training' })
  for (const open of [() => last.click(), () => last.press('Enter')]) {
    await open()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(last).toBeFocused()
  }
})
