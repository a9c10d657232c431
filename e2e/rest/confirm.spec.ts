import { submissions } from '../backend.ts'
import { testConfirmation } from '../confirm-number.ts'
import { confirmationLink } from '../confirmation-link.ts'
import { expect, fillLead, hydrated, playButton, player, submitButton, test } from '../test.ts'
import { newLead } from '../visitor.ts'

testConfirmation(false)

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
