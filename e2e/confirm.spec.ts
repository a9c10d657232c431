import { confirmationVersion } from '../site/confirmation-texts.ts'
import { testConfirmation } from './confirm-number.ts'
import { expect, test } from './test.ts'

testConfirmation(true)

test('a link that nobody was sent confirms nothing, and says so', async ({ page }) => {
  for (const token of [crypto.randomUUID(), 'x']) {
    await page.goto(`/confirm/${token}/ask`)
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    const answer = await page.request.post(`/confirm/${token}/answer`, {
      form: { shown: confirmationVersion },
      maxRedirects: 0,
    })
    expect(answer.headers().location).toBe('/confirm/outcome/unknown')
  }
  expect((await page.request.get('/confirm')).status()).toBe(404)
})
