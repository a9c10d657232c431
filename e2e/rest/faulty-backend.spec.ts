import type { RequestListener } from 'node:http'
import { submissions } from '../backend.ts'
import { forward, toGateway } from '../second-site.ts'
import {
  dialog,
  expect,
  fillFields,
  fillLead,
  openDialog,
  playButton,
  player,
  submitButton,
  submitLead,
  test,
} from '../test.ts'

const failure = 'There was a problem submitting your information. Please try again.'

/** The backend stores the lead, but the connection is closed before the answer arrives. */
const lose: RequestListener = (incoming) => toGateway(incoming, () => incoming.socket.destroy())

test('when a call hangs, pressing again sends the form all the same, and it is stored once', async ({
  page,
  lead,
}) => {
  await page.clock.install()
  const stored = Promise.withResolvers<void>()
  await page.route('/', async (route) => {
    if (!route.request().headers()['next-action']) return route.fallback()
    await route.fetch()
    stored.resolve()
  })
  await openDialog(page)
  await fillLead(page, lead)
  await submitButton(page).click()
  await stored.promise
  await page.clock.runFor(15_100)
  await expect(dialog(page).getByText(failure)).toBeVisible()
  await submitButton(page).click({ noWaitAfter: true })
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('a visitor who stops a native post can use the form again', async ({ page, lead }) => {
  await page.clock.install()
  const posted = Promise.withResolvers<void>()
  await page.route('/', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (route.request().headers()['next-action']) return undefined
    posted.resolve()
    return undefined
  })
  await openDialog(page)
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Processing...')
  await page.clock.runFor(15_100)
  await expect(dialog(page).getByText(failure)).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  await submitButton(page).click({ noWaitAfter: true })
  await posted.promise
  await browser.send('Page.stopLoading')
  await page.clock.runFor(100)
  await expect(submitButton(page)).toHaveText('CLAIM TRAINING>>')
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await page.unroute('/')
  await submitButton(page).click({ noWaitAfter: true })
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('a visitor who comes back from the answer to a native post can use the form again', async ({
  page,
  lead,
}) => {
  await page.clock.install()
  // Some browsers do not tell a page that its form post has ended without a new page. This line makes the page behave
  // as in such a browser.
  await page.addInitScript(() => Object.defineProperty(self, 'navigation', { value: undefined }))
  const posted = Promise.withResolvers<void>()
  await page.route('/', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (route.request().headers()['next-action']) return undefined
    posted.resolve()
    // The status 204 keeps the browser on this page. Playwright turns the back/forward cache off, so the test cannot
    // really go back. The test fires the event instead.
    return route.fulfill({ status: 204 })
  })
  await openDialog(page)
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Processing...')
  await page.clock.runFor(15_100)
  await expect(dialog(page).getByText(failure)).toBeVisible()
  await submitButton(page).click({ noWaitAfter: true })
  await posted.promise
  await page.clock.runFor(100)
  await expect(submitButton(page)).toHaveText('Processing...')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(submitButton(page)).toHaveText('CLAIM TRAINING>>')
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await page.unroute('/')
  await submitButton(page).click({ noWaitAfter: true })
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('a visitor who closes the dialog before the server finds a wrong field sees an error on the page, then the field', async ({
  page,
  lead,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await held
    const postData = route.request().postDataBuffer()?.toString().replace(lead.phone, ' ')
    return route.continue({ postData })
  })
  await submitLead(page, lead)
  await expect(submitButton(page)).toHaveText('Processing...')
  await page.keyboard.press('Escape')
  release()
  await expect(page.getByText(failure)).toBeVisible()
  await playButton(page).click()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Please enter your phone number.')
  expect(await submissions(lead.email)).toHaveLength(0)
})

test('a visitor who is offline sees the error, and the form keeps its content', async ({
  page,
  lead,
  context,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(dialog(page).getByText(failure)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await context.setOffline(false)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
})

test('a visitor who is offline can open and fill in the form, and submits it when back online', async ({
  page,
  lead,
  context,
}) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await fillLead(page, lead)
  await context.setOffline(false)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the same content submitted again after an error is one submission, a correction is another one', async ({
    page,
    lead,
    site,
  }) => {
    site.answerBy(lose)
    await page.goto(site.url)
    for (const [phone, expected] of [
      [lead.phone, 1],
      [lead.phone, 1],
      ['201 555 0199', 2],
    ] as const) {
      await fillFields(page, { ...lead, phone })
      await submitButton(page).click()
      await expect(page.getByRole('alert')).toContainText(failure)
      expect(await submissions(lead.email)).toHaveLength(expected)
    }

    site.answerBy(forward)
    await page.getByRole('checkbox').check()
    await submitButton(page).click()
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toHaveLength(2)
  })
})
