import type { Page } from '@playwright/test'
import { mailsAbout, submissions } from './backend.ts'
import { variantUrl } from './settings.ts'
import { expect, playButton, player, submitButton, type TestLead, test } from './test.ts'

test.use({ javaScriptEnabled: false })

async function fill(page: Page, { name, email, phone }: TestLead): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Country').selectOption('CA')
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('checkbox').check()
}

test('without JavaScript the form stands open in the page and the dead controls are gone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByLabel('Full name')).toBeVisible()
  await expect(submitButton(page)).toBeVisible()
  await expect(playButton(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Close' })).toBeHidden()
})

test('without JavaScript a valid post stores the lead, mails it and answers with the player', async ({
  page,
  lead,
}) => {
  await page.goto('/?utm_source=plain')
  await fill(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  await expect(
    page.getByText('Your information has been submitted. Check your email and enjoy the video!'),
  ).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveCount(0)
  expect(await submissions(lead.email)).toMatchObject([
    { country_code: 'CA', consent: true, campaign: { utm_source: 'plain' }, suspected_bot: false },
  ])
  await mailsAbout(lead.email)
  await page.goto('/')
  await expect(player(page)).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('without JavaScript a bad field gets its message and the rest keeps what was typed', async ({
  page,
  lead,
}) => {
  await page.goto('/')
  await fill(page, { ...lead, name: '   ' })
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your name.')
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(page.getByLabel('Phone')).toHaveValue(lead.phone)
  await expect(page.getByLabel('Country')).toHaveValue('CA')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await fill(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
})

test('without JavaScript a failure is said in the page and keeps what was typed', async ({ page, lead }) => {
  await page.goto(variantUrl('down'))
  await fill(page, lead)
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'There was a problem submitting your information. Please try again.',
  )
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(player(page)).toHaveCount(0)
})
