import { callFunction, sql } from './backend.ts'
import { mailedLink } from './mailed-link.ts'
import { expect, type TestLead } from './test.ts'
import { test, withdrawals } from './withdrawals.ts'

const stateOf = async (lead: TestLead) =>
  (
    await sql('select private.consent_state(leads) as state from private.leads where email = $1', [
      lead.email,
    ])
  )[0]

// The page has no scripts, so a run without them is enough.
test.describe('a visitor without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('withdraws by the link in their email and a button, once, and is asked to confirm after a new form', async ({
    page,
    lead,
    consoleErrors,
  }) => {
    const link = await mailedLink(lead, 'stop')
    for (const _ of ['first', 'again']) {
      await page.goto(link)
      await expect(page.locator('script[src]')).toHaveCount(0)
      await page.getByRole('button', { name: 'Yes, stop them' }).click()
      await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
    }
    expect(await withdrawals(lead)).toMatchObject([
      {
        withdrawn_by: 'link',
        ip_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        user_agent: expect.stringContaining('Mozilla'),
      },
    ])
    expect(await stateOf(lead)).toEqual({ state: 'withdrawn' })
    await callFunction({ ...lead, countryCode: 'US', consent: true })
    expect(await stateOf(lead)).toEqual({ state: 'asked' })
    expect(consoleErrors).toEqual([])
  })
})

test('a mail program that opens every link withdraws nobody, and an unknown link says so', async ({
  page,
  lead,
}) => {
  const link = await mailedLink(lead, 'stop')
  for (const method of ['get', 'head'] as const)
    for (const path of [link, link.replace('/ask', '/answer'), link.replace('/ask', '')])
      await page.request[method](path)
  expect(await withdrawals(lead)).toEqual([])
  for (const token of [crypto.randomUUID(), 'x']) {
    const answer = await page.request.post(`/stop/${token}/answer`, { maxRedirects: 0 })
    expect(answer.headers().location).toBe('/stop/outcome/unknown')
  }
  expect(await stateOf(lead)).toEqual({ state: 'given' })
})
