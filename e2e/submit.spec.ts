import { consentId } from '../lib/lead/consent-shown.ts'
import { sample } from '../lib/video/sample.ts'
import { consentVersion } from '../site/consent-texts.ts'
import { discoverCopy } from '../site/copy.ts'
import { receivedMail, sql, submissions } from './backend.ts'
import { siteUrl } from './settings.ts'
import {
  dialog,
  expect,
  fillLead,
  hydrated,
  openDialog,
  playButton,
  player,
  submitButton,
  submitLead,
  test,
} from './test.ts'

const success = 'Your information has been submitted. Check your email and enjoy the video!'

test('a submitted form closes the dialog, shows “Success!” and unlocks the video', async ({
  page,
  lead,
  consoleErrors,
}) => {
  // At the end of the page stands either the button that opens the form or the way back to the video.
  const closing = page.getByText(discoverCopy.closing).filter({ visible: true })
  await openDialog(page)
  await expect(closing).toHaveCount(1)
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(page.getByText('Success!')).toBeVisible()
  await expect(page.getByText(success)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(player(page)).toBeVisible()
  await expect(player(page)).toBeFocused()
  await expect(playButton(page)).toHaveCount(0)
  await expect(closing).toHaveCount(0)
  await expect(page.getByText(discoverCopy.unlocked)).toBeVisible()
  await expect(page.getByRole('link', { name: discoverCopy.again })).toBeVisible()
  await expect(player(page).locator('track')).toHaveAttribute('src', sample.captions)
  expect(await submissions(lead.email)).toHaveLength(1)
  expect(consoleErrors).toEqual([])
})

test('a reload locks the video again', async ({ page, lead }) => {
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  await page.reload()
  // Until the scripts have run, every page is locked.
  await playButton(page).click()
  await hydrated(page, 'form, video, iframe')
  await expect(player(page)).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()
})

test('while the form is submitted the button is disabled and says “Processing...”, and a second click has no effect', async ({
  page,
  lead,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let posts = 0
  await page.route('/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts += 1
    await held
    return route.continue()
  })
  await openDialog(page)
  await fillLead(page, lead)
  await expect(submitButton(page)).toHaveText('CLAIM TRAINING>>')
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Processing...')
  // With `disabled`, the browser would drop the focus (spec 4).
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(submitButton(page)).not.toHaveAttribute('disabled')
  await submitButton(page).click({ force: true })
  await page.locator('form').evaluate(async (form: HTMLFormElement) => {
    form.requestSubmit()
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  await expect(submitButton(page)).toHaveText('Processing...')
  release()
  await expect(player(page)).toBeVisible()
  expect(posts).toBe(1)
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('what is being sent cannot be changed', async ({ page, lead }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('/', async (route) => {
    if (route.request().method() === 'POST') await held
    return route.continue()
  })
  await openDialog(page)
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Processing...')
  await page.getByLabel('Email').pressSequentially('x')
  await page.locator('[name=consent]').evaluate((box) => (box as HTMLInputElement).focus())
  await page.keyboard.press('Space')
  await expect(page.locator('[name=consent]')).toBeChecked()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  release()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('if the form fails after its dialog was closed, the page shows the error', async ({ page, lead }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    return route.abort()
  })
  await submitLead(page, lead)
  await expect(submitButton(page)).toHaveText('Processing...')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  release()
  await expect(page.getByText('There was a problem submitting your information.')).toBeVisible()
  await playButton(page).click()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
})

for (const [what, status] of [
  ['a filter', 403],
  ['a proxy that fails', 502],
] as const)
  test(`if ${what} refuses the requests of scripts, the second press posts the form natively`, async ({
    page,
    lead,
  }) => {
    await page.route('/', (route) =>
      route.request().headers()['next-action']
        ? route.fulfill({ status, contentType: 'text/html', body: '<h1>Refused</h1>' })
        : route.continue(),
    )
    await submitLead(page, lead)
    await expect(dialog(page).getByText('There was a problem submitting your information.')).toBeVisible()
    await submitButton(page).click({ noWaitAfter: true })
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toHaveLength(1)
    // The browser forgets the post: it neither asks nor sends the form again.
    await page.reload()
    await expect(playButton(page)).toBeVisible()
    await expect(player(page)).toHaveCount(0)
    expect(await submissions(lead.email)).toHaveLength(1)
  })

test('without a network the page stays and logs the error, however often the form is sent', async ({
  page,
  lead,
}) => {
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('The lead was not sent.')) logged.push(message.type())
  })
  await openDialog(page)
  await fillLead(page, lead)
  await page.context().setOffline(true)
  const toasts = dialog(page).getByText('There was a problem submitting your information.')
  for (let press = 1; press <= 3; press += 1) {
    await submitButton(page).click()
    await expect(toasts).toHaveCount(press)
  }
  expect(logged).toEqual(['error', 'error', 'error'])
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await page.context().setOffline(false)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('the lead is stored with its consent, the page it came from and its campaign', async ({
  page,
  lead,
}) => {
  await submitLead(page, lead, '/?utm_source=newsletter&gclid=abc&secret=1', 'UK')
  await expect(player(page)).toBeVisible()
  const [stored] = await submissions(lead.email)
  expect(stored).toMatchObject({
    name: lead.name,
    phone: lead.phone,
    country_code: 'UK',
    consent: true,
    consent_version: consentVersion,
    page: `${siteUrl}/`,
    campaign: { utm_source: 'newsletter', gclid: 'abc' },
    suspected_bot: false,
  })
  expect(stored?.consent_text).toContain('Reply STOP to unsubscribe')
  expect(stored?.user_agent).toContain('Chrome')
  expect(stored?.ip_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('the visitor gets an email that leads to the video, and the owner an email with the lead', async ({
  page,
  lead,
}) => {
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  const visitor = await receivedMail(lead.email)
  const owner = await receivedMail('owner@example.com', lead.email)
  expect(visitor.html).toContain(siteUrl)
  expect(visitor.text).not.toContain('Lovelace')
  expect(owner.text).toContain(lead.name)
  expect(owner.text).toContain('+12015550123')
  expect(owner.html).toContain('tel:+12015550123')
  await expect
    .poll(() =>
      sql(
        `select mail.status from private.outbox mail join private.lead_submissions s on s.id = mail.submission_id
         where s.email = $1`,
        [lead.email],
      ),
    )
    .toEqual([{ status: 'sent' }, { status: 'sent' }])
})

test('the first wrong field of a refusal by the server gets the focus', async ({ page, lead }) => {
  // The form passes its own check, and is changed on its way.
  await page.route('/', (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    const postData = body
      .replaceAll(`${lead.email}\r\n`, 'nobody\r\n')
      .replaceAll(`${lead.name}\r\n`, ' \r\n')
    return route.request().method() === 'POST'
      ? route.continue({ postData: Buffer.from(postData, 'latin1') })
      : route.continue()
  })
  await submitLead(page, lead)
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Full name')).toBeFocused()
  expect(await submissions(lead.email)).toEqual([])
})

test('a form with the consent text of an older build is posted natively, and comes back with the new one', async ({
  page,
  lead,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  const shown = page.locator('[name=consentId]')
  await shown.evaluate((field: HTMLInputElement) => {
    field.value = '2020-01.0123456789abcdef'
  })
  await submitButton(page).click({ noWaitAfter: true })
  // An answer to a script would leave the value as it is.
  await expect(shown).toHaveValue(consentId())
  await expect(dialog(page).getByText('Please tick the box to continue.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  expect(await submissions(lead.email)).toEqual([])
})

test('a value that only the schema refuses gets a message under its field', async ({ page, lead }) => {
  await openDialog(page)
  await fillLead(page, lead)
  await page.getByLabel('Full name').fill('   ')
  await submitButton(page).click()
  const name = page.getByLabel('Full name')
  await expect(name).toHaveAccessibleDescription('Please enter your name.')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await name.fill(lead.name)
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
})
