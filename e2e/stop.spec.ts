import { randomInt } from 'node:crypto'
import { findViolations } from './accessibility.ts'
import { callFunction, sql, submissions } from './backend.ts'
import { mailedLink } from './mailed-link.ts'
import { deskUrl } from './settings.ts'
import { test as base, expect } from './test.ts'

type Lead = { name: string; email: string; phone: string }

/** Each test uses a number of its own, because a withdrawal applies to everybody with the same number. */
const test = base.extend<{ lead: Lead }>({
  lead: async ({ lead }, use) => {
    const digits = 2_000_000 + randomInt(7_000_000)
    await use({ ...lead, phone: `+1201${digits}` })
  },
})

const withdrawals = async (lead: Lead) =>
  (await submissions(lead.email)).filter(({ consent }) => !consent) as unknown as Record<string, unknown>[]
const stateOf = async (lead: Lead) =>
  (
    await sql('select private.consent_state(leads) as state from private.leads where email = $1', [
      lead.email,
    ])
  )[0]

// The page has no scripts, so a run without them is enough.
test.describe('a visitor without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('withdraws by the link in their mail and a button, once, and is asked to confirm after a new form', async ({
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

test('the operator withdraws a consent at the desk, which then offers it no more', async ({ page, lead }) => {
  await mailedLink(lead, 'stop')
  const [{ lead_id: id } = { lead_id: '' }] = await submissions(lead.email)
  await page.goto(`${deskUrl}leads/${id}`)
  await page.getByRole('button', { name: 'Withdraw consent to texts' }).click()
  await page.getByRole('button', { name: 'Withdraw the consent' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'The consent of one person is withdrawn' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw consent to texts' })).toHaveCount(0)
  expect(await withdrawals(lead)).toMatchObject([{ withdrawn_by: expect.stringMatching(/^desk:/) }])
  expect(await findViolations(page)).toEqual([])
})
