import { consentId } from '../lib/lead/consent-shown.ts'
import { consentVersion } from '../site/consent-texts.ts'
import { submissions } from './backend.ts'
import { expect, fillLead, playButton, player, submitButton, test } from './test.ts'

const arrival = '/?UTM_Campaign=Spring&amp;utm_source=mail&gclid=Cj0KCQabcdefghij&email=ada%40example.com'
const campaign = { utm_campaign: 'Spring', utm_source: 'mail', gclid: 'Cj0KCQabcdefghij' }

test('the campaign survives a click on the logo and a script that cleans the address', async ({
  page,
  lead,
}) => {
  await page.goto(arrival)
  await page.getByRole('banner').getByRole('link').click()
  await expect(page).toHaveURL(arrival)
  await page.evaluate(() => history.replaceState(null, '', '/'))
  await playButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toMatchObject([{ campaign }])
})

test('a campaign behind # is kept, also beside one in the query', async ({ page, lead }) => {
  await page.goto('/?utm_source=mail#utm_campaign%3DSpring&gclid=Cj0KCQabcdefghij')
  await playButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toMatchObject([{ campaign }])
})

test('an address that was pasted with a name around it is cleaned', async ({ page, lead }) => {
  await page.goto('/')
  await playButton(page).click()
  await fillLead(page, lead)
  for (const pasted of [
    `Ada Lovelace <${lead.email}>`,
    `mailto:${lead.email}?subject=Hi`,
    `${lead.email}.`,
    `[${lead.email}](mailto:${lead.email})`,
    `‘${lead.email}’`,
    `*SMTP:${lead.email}*`,
  ]) {
    await page.getByLabel('Email').fill(pasted)
    await page.getByLabel('Email').blur()
    await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  }
})

test('without a Referer, the address that a form is posted to tells the campaign', async ({
  request,
  lead,
}) => {
  const multipart = { ...lead, countryCode: 'US', consent: 'on', consentId: consentId() }
  await request.post(arrival, { multipart })
  expect(await submissions(lead.email)).toMatchObject([{ campaign, consent_version: consentVersion }])
})

test('a consent to a text that nobody knows any more is asked for again', async ({ request, lead }) => {
  const multipart = {
    ...lead,
    countryCode: 'US',
    consent: 'on',
    consentId: `${consentVersion}.0123456789abcdef`,
  }
  const answer = await (await request.post('/', { multipart })).text()
  expect(answer).toContain('Please tick the box to continue.')
  expect(answer).toContain(lead.email)
  expect(await submissions(lead.email)).toEqual([])
})
