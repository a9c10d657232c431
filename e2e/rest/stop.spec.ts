import { findViolations } from '../accessibility.ts'
import { submissions } from '../backend.ts'
import { mailedLink } from '../mailed-link.ts'
import { deskUrl } from '../settings.ts'
import { expect } from '../test.ts'
import { test, withdrawals } from '../withdrawals.ts'

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
