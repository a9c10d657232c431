import type { Locator } from '@playwright/test'
import { consentId } from '../lib/lead/consent-shown.ts'
import { openForm } from '../tests/kit/post-form.ts'
import { createRandom } from '../tests/kit/random.ts'
import { receivedMail, submissions } from './backend.ts'
import { siteUrl } from './settings.ts'
import { expect, fillFields, playButton, player, submitButton, test } from './test.ts'
import { visitorAddress } from './visitor.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript the page shows the form, and hides the buttons that would not work', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByLabel('Full name')).toBeVisible()
  await expect(submitButton(page)).toBeVisible()
  await expect(playButton(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Close' })).toBeHidden()
})

test('without JavaScript a submitted form is stored and emailed, and the page shows the player', async ({
  page,
  lead,
}) => {
  await page.goto('/?utm_source=plain')
  await fillFields(page, lead, 'CA')
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  const success = page.getByText('Your information has been submitted. Check your email and enjoy the video!')
  const lowerEdge = async (part: Locator) => {
    const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
    return y + height
  }
  for (const height of [768, 625]) {
    await page.setViewportSize({ width: 1366, height })
    await expect(success).toBeInViewport({ ratio: 1 })
    expect(await lowerEdge(success)).toBeLessThan((await player(page).boundingBox())?.y ?? 0)
  }
  await expect(page.getByLabel('Full name')).toHaveCount(0)
  expect(await submissions(lead.email)).toMatchObject([
    { country_code: 'CA', consent: true, campaign: { utm_source: 'plain' }, suspected_bot: false },
  ])
  await receivedMail(lead.email)
  await receivedMail('owner@example.com', lead.email)
  await page.goto('/')
  await expect(player(page)).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('without JavaScript a double click on submit is one submission', async ({ lead }) => {
  const post = await openForm({ pageUrl: siteUrl }, createRandom(1))
  const submission = { ...lead, key: '', countryCode: 'CA' } as const
  const address = visitorAddress()
  // What is posted in another minute counts as another submission.
  await expect.poll(() => new Date().getSeconds()).toBeLessThan(45)
  const answers = await Promise.all([post(submission, { address }), post(submission, { address })])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['success', 'success'])
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('without JavaScript an invalid field gets a message, and the other fields keep their content', async ({
  page,
  lead,
}) => {
  await page.goto('/')
  await fillFields(page, { ...lead, name: '   ' }, 'CA')
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your name.')
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(page.getByLabel('Phone')).toHaveValue(lead.phone)
  await expect(page.getByLabel('Country')).toHaveValue('CA')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await fillFields(page, lead, 'CA')
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
})

test('a form that is forged or from another site gets an empty form', async ({ page, lead, request }) => {
  await page.goto('/')
  await fillFields(page, lead)
  await page.getByLabel('Full name').fill('x'.repeat(70_000))
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText('There was a problem')
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('')
  const chunked = await fetch(page.url(), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: new Blob(['--x\r\n', 'y'.repeat(20_000)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(chunked.status).toBe(400)
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://elsewhere.example.com' },
    { origin: 'null' },
  ]
  const multipart = { ...lead, countryCode: 'US', consent: 'on', consentId: consentId() }
  for (const headers of elsewhere) {
    const answer = await request.post('/', { headers, multipart })
    expect(answer.status(), JSON.stringify(headers)).toBe(400)
    expect(await answer.text()).toContain('There was a problem')
  }
  expect(await submissions(lead.email)).toEqual([])
  const own = { 'sec-fetch-site': 'same-origin', origin: 'null' }
  expect((await request.post('/', { headers: own, multipart })).status()).toBe(200)
  expect(await submissions(lead.email)).toHaveLength(1)
})
