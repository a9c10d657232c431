import { findViolations } from './accessibility.ts'
import { callFunction, sql, submissions } from './backend.ts'
import { expect, test } from './test.ts'

type Lead = { name: string; email: string; phone: string }

/** Stores a lead and gives the link that its mail would have; the setting itself would change the mails of all other tests. */
async function linkOf(lead: Lead): Promise<string> {
  const stored = await callFunction({ ...lead, countryCode: 'US', consent: true })
  expect(stored.status).toBe(201)
  const token = crypto.randomUUID()
  await expect(async () => {
    const mails = await sql(
      `update lead_emails set token = $2 where kind = 'visitor' and status = 'sent'
        and submission_id = (select id from lead_submissions where email = $1) returning id`,
      [lead.email, token],
    )
    expect(mails).toHaveLength(1)
  }).toPass()
  return `/confirm/${token}/ask`
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a visitor ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('confirms by the link in their mail and a button, and what they saw is stored', async ({
      page,
      lead,
      consoleErrors,
    }) => {
      await page.goto(await linkOf(lead))
      const text = (await page.getByText(/^By pressing the button I confirm/).textContent()) ?? ''
      expect(await submissions(lead.email)).toHaveLength(1)
      await page.getByRole('button', { name: 'Yes, it is mine and I agree' }).click()
      await expect(page.getByText('Your number is confirmed.')).toBeVisible()
      const [submitted, confirmation] = await submissions(lead.email)
      expect(confirmation).toMatchObject({
        confirms: submitted?.id,
        consent_text: text,
        consent_version: 'confirmation 2026-11',
        user_agent: expect.stringContaining('Mozilla'),
        ip_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      await page.getByRole('link', { name: 'To the training' }).click()
      await expect(page).toHaveURL('/')
      expect(consoleErrors).toEqual([])
    })
  })
}

test('a link that nobody was sent confirms nothing, and says so', async ({ page }) => {
  for (const token of [crypto.randomUUID(), 'x']) {
    await page.goto(`/confirm/${token}/ask`)
    await page.getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  }
})

test('the pages of a confirmation are accessible on a phone and not for search engines', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/confirm/x/ask', '/confirm/outcome/done', '/confirm/outcome/unavailable']) {
    await page.goto(path)
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
})
