import { expect, openBroken, playButton, test } from './test.ts'

test('an unknown path answers 404 with “Oops! Page not found”, a way home, and its path in the console', async ({
  page,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const response = await page.goto('/some/unknown-path')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect.poll(() => logged.some((text) => text.includes('/some/unknown-path'))).toBe(true)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(playButton(page)).toBeVisible()
})

test('a page that fails shows “Unexpected Application Error!” with the error’s message', async ({ page }) => {
  await openBroken(page)
  await expect(page.getByText('The dialog is broken')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reload the page' })).toHaveAttribute('href', '/')
})
