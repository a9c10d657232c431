import { confirmationVersion } from '../lib/lead/confirmation-texts.ts'
import { submissions } from './backend.ts'
import { confirmationLink } from './confirmation-link.ts'
import { expect, fillLead, hydrated, playButton, player, submitButton, test } from './test.ts'
import { newLead } from './visitor.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a visitor ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('confirms by the link in their mail and a button, and what they saw is stored', async ({
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

test('the page that asks has a policy of its own, is kept by no cache, and its link is nobody’s referrer', async ({
  page,
  lead,
}) => {
  const link = await confirmationLink(lead)
  const headers = (await page.goto(link))?.headers()
  expect(headers?.['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+'/)
  expect(headers?.['cache-control']).toContain('no-store')
  await page.evaluate(() => location.assign('/'))
  await playButton(page).click()
  await hydrated(page)
  expect(await page.evaluate(() => document.referrer)).toContain(link)
  const other = newLead()
  await fillLead(page, other)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(other.email)).toMatchObject([{ referrer: '' }])
})
