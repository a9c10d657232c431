import { consentId } from '../../lib/lead/consent-shown.ts'
import { submissions } from '../backend.ts'
import { siteUrl } from '../settings.ts'
import { expect, fillLead, openDialog, player, submitButton, test } from '../test.ts'

test('a form posted natively with the fields of an older page is stored and unlocks the video', async ({
  page,
  lead,
  request,
}) => {
  const multipart = {
    ...lead,
    countryCode: 'CA',
    consent: 'on',
    consentId: consentId(),
    $ACTION_KEY: 'k0',
    '$ACTION_1:0': '{"id":"0"}',
  }
  const answer = await request.post('/', { multipart, headers: { referer: `${siteUrl}/?utm_source=older` } })
  expect(await answer.text()).toContain('<video')
  expect(await submissions(lead.email)).toMatchObject([
    { country_code: 'CA', consent: true, campaign: { utm_source: 'older' }, suspected_bot: false },
  ])
  await page.goto('/')
  await expect(player(page)).toHaveCount(0)
})

test('a form submitted by script from a page of an earlier deployment is stored and unlocks the video', async ({
  page,
  lead,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  await page.route('/', (route) => {
    const headers = route.request().headers()
    if (headers['next-action']) headers['next-action'] = `60${'0'.repeat(40)}`
    return route.continue({ headers })
  })
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('the route that answers posted forms shows the not-found page to everyone else', async ({ page }) => {
  const response = await page.goto('/answer')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})
