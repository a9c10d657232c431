import { confirmationVersion } from '../site/confirmation-texts.ts'
import { submissions } from './backend.ts'
import { confirmationLink } from './confirmation-link.ts'
import { expect, test } from './test.ts'

/** For visitors with or without JavaScript. */
export function testConfirmation(javaScriptEnabled: boolean): void {
  test.describe(`a visitor ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('confirms by the link in their email and a button, and what they saw is stored', async ({
      page,
      lead,
      consoleErrors,
    }) => {
      await page.goto(await confirmationLink(lead))
      const [{ phone_e164: number } = {}] = await submissions(lead.email)
      await expect(page.getByText(String(number), { exact: true })).toBeVisible()
      const text = (await page.getByText(/^By pressing the button I confirm/).textContent()) ?? ''
      expect(await submissions(lead.email)).toHaveLength(1)
      await page.getByRole('button', { name: 'Yes, it is mine and I agree' }).click()
      await expect(page.getByText('Your number is confirmed.')).toBeVisible()
      const [submitted, confirmation] = await submissions(lead.email)
      expect(confirmation).toMatchObject({
        confirms: submitted?.id,
        consent_text: text,
        consent_version: confirmationVersion,
        user_agent: expect.stringContaining('Mozilla'),
        ip_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      await page.getByRole('link', { name: 'Go to the training' }).click()
      await expect(page).toHaveURL('/')
      expect(consoleErrors).toEqual([])
    })
  })
}
