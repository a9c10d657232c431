import { sql, submissions } from '../backend.ts'
import {
  dialog,
  expect,
  fillFields,
  fillLead,
  openDialog,
  player,
  submitButton,
  submitLead,
  test,
} from '../test.ts'

test('a visitor who comes back with a corrected phone is one lead with two submissions', async ({
  page,
  lead,
}) => {
  for (const phone of ['555', lead.phone]) {
    await submitLead(page, { ...lead, phone })
    await expect(player(page)).toBeVisible()
  }
  const stored = await submissions(lead.email)
  expect(stored.map(({ phone }) => phone)).toEqual(['555', lead.phone])
  expect(await sql('select phone from private.leads where email = $1', [lead.email])).toEqual([
    { phone: lead.phone },
  ])
})

for (const length of [20_000, 2_000_000])
  test(`a form with ${length} signs too many shows the error, keeps its content and can be sent again`, async ({
    page,
    lead,
  }) => {
    await openDialog(page)
    await fillLead(page, lead)
    await page.locator('form').evaluate((form: HTMLFormElement, length) => {
      const added = Object.assign(document.createElement('input'), { type: 'hidden', name: 'added' })
      added.value = 'x'.repeat(length)
      form.append(added)
    }, length)
    await submitButton(page).click()
    await expect(dialog(page).getByText('There was a problem submitting your information.')).toBeVisible()
    await expect(submitButton(page)).toHaveText('CLAIM TRAINING>>')
    await expect(page.getByLabel('Email')).toHaveValue(lead.email)
    expect(await submissions(lead.email)).toEqual([])
    await page.locator('form').evaluate((form) => form.querySelector('[name="added"]')?.remove())
    await submitButton(page).click()
    await expect(player(page)).toBeVisible()
  })

for (const [elapsedMs, isBot] of [
  [1_999, true],
  [2_000, false],
] as const) {
  test(`a form that is submitted ${elapsedMs} ms after the page began ${isBot ? 'is a bot’s' : 'may be a person’s'}`, async ({
    page,
    lead,
  }) => {
    await openDialog(page)
    await fillFields(page, lead)
    await page.evaluate((elapsedMs) => {
      performance.now = () => elapsedMs
    }, elapsedMs)
    await submitButton(page).click()
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toMatchObject([{ suspected_bot: isBot }])
  })
}

test('a bot that fills the trap field sees the same success and is stored, but no email is sent', async ({
  page,
  lead,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  await page.locator('[name=topic]').evaluate((input: HTMLInputElement) => {
    input.value = 'SEO'
  })
  await submitButton(page).click()
  await expect(page.getByText('Your information has been submitted.')).toBeVisible()
  await expect(player(page)).toBeVisible()
  const [stored] = await submissions(lead.email)
  expect(stored?.suspected_bot).toBe(true)
  const mails = await sql('select status from private.outbox where submission_id = $1', [stored?.id])
  expect(mails).toEqual([{ status: 'held' }, { status: 'held' }])
})
