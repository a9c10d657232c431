import { consentId } from '../../lib/lead/consent-shown.ts'
import { submissions } from '../backend.ts'
import { expect, fillLead, hydrated, playButton, player, submitButton, test } from '../test.ts'

const arrival = '/?UTM_Campaign=Spring&amp;utm_source=mail&gclid=Cj0KCQabcdefghij&email=ada%40example.com'
const campaign = { utm_campaign: 'Spring', utm_source: 'mail', gclid: 'Cj0KCQabcdefghij' }

test('a form that the browser posts itself carries the campaign and the referrer', async ({ page, lead }) => {
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  await page.goto(arrival, { referer: 'https://search.example/' })
  await page.evaluate(() => history.replaceState(null, '', '/'))
  await playButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toMatchObject([{ campaign, referrer: 'https://search.example/' }])
})

test('a page that is open since before the sender changed asks again, beside the new text', async ({
  page,
  lead,
}) => {
  await page.goto('/')
  await playButton(page).click()
  await fillLead(page, lead)
  // React writes the id of its own build.
  await hydrated(page)
  const id = page.locator('[name=consentId]')
  await id.evaluate((input: HTMLInputElement) => {
    input.value = input.value.replace(/[^.]+$/, '0123456789abcdef')
  })
  await submitButton(page).click()
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription('Please tick the box to continue.')
  await expect(id).toHaveValue(consentId())
  expect(await submissions(lead.email)).toEqual([])
  await page.getByRole('checkbox').check()
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})
