import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { expect, openDialog, test } from './test.ts'

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
