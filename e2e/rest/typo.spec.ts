import type { Page } from '@playwright/test'
import { findViolations } from '../accessibility.ts'
import { submissions } from '../backend.ts'
import { expect, fillLead, openDialog, player, submitButton, test } from '../test.ts'

const question = (page: Page) => page.getByRole('status').getByRole('button', { name: /^Did you mean/ })

test('a likely typo in the address is asked about when its field is left, and one press corrects it', async ({
  page,
}) => {
  await openDialog(page)
  const email = page.getByLabel('Email')
  await email.fill('Ada@gmial.com')
  await expect(question(page)).toHaveCount(0)
  await email.press('Tab')
  await expect(question(page)).toHaveText('Did you mean Ada@gmail.com?')
  await expect(page.getByLabel('Country')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await question(page).click()
  await expect(email).toHaveValue('Ada@gmail.com')
  await expect(email).toBeFocused()
  await email.press('Tab')
  await expect(question(page)).toHaveCount(0)
})

test('the question moves nothing under a press', async ({ page }) => {
  await openDialog(page)
  await page.getByLabel('Email').fill('ada@gmail.con')
  const box = await page.getByRole('checkbox').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.mouse.down()
  await expect(page.getByRole('checkbox')).toBeFocused()
  expect(await page.getByRole('checkbox').boundingBox()).toEqual(box)
  await page.mouse.up()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(question(page)).toBeVisible()
})

test('who does not answer the question is not held up', async ({ page, lead }) => {
  const email = lead.email.replace('example.com', 'gmial.com')
  await openDialog(page)
  await fillLead(page, { ...lead, email })
  await expect(question(page)).toBeVisible()
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(email)).toMatchObject([{ email, suspected_bot: false }])
})

test('signs around or in a pasted address that nobody sees do not hold up the visitor', async ({
  page,
  lead,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  const email = page.getByLabel('Email')
  for (const pasted of [
    `\u202a${lead.email}\u202c`,
    `\u200b${lead.email}\u00a0`,
    lead.email.replace('@', '\u00ad@'),
  ]) {
    await email.fill(pasted)
    await page.getByLabel('Phone').focus()
    await expect(email).toHaveValue(lead.email)
  }
  await email.fill(`\ufeff${lead.email}\u200e`)
  await email.press('Enter')
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})
