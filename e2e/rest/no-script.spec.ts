import { submissions } from '../backend.ts'
import { refuse } from '../second-site.ts'
import { expect, fillFields, player, submitButton, test } from '../test.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript a form that is too long comes back with what was typed and a message', async ({
  page,
  lead,
}) => {
  await page.goto('/')
  await fillFields(page, lead, 'CA')
  await page.getByLabel('Full name').fill('x'.repeat(17_000))
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please use at most 200 characters.')
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(page.getByLabel('Phone')).toHaveValue(lead.phone)
  await expect(page.getByLabel('Country')).toHaveValue('CA')
  expect(await submissions(lead.email)).toEqual([])
  await fillFields(page, lead, 'CA')
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
})

test('without JavaScript the page shows an error, and the form keeps its content', async ({
  page,
  lead,
  site,
}) => {
  site.answerBy(refuse)
  await page.goto(site.url)
  await fillFields(page, lead, 'CA')
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'There was a problem submitting your information. Please try again.',
  )
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(player(page)).toHaveCount(0)
})

test('on a phone the sentence of success begins where the other texts begin', async ({ page, lead }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await fillFields(page, lead)
  await submitButton(page).click()
  const left = (text: string) =>
    page.getByText(text).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left
    })
  expect(await left('Your information has been submitted.')).toBe(await left('Get the step-by-step path'))
})
