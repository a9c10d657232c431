import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from '../accessibility.ts'
import { callFunction, sql, submissions } from '../backend.ts'
import { pressKey } from '../press-key.ts'
import { deskUrl } from '../settings.ts'
import { expect, test } from '../test.ts'

test.use({ baseURL: deskUrl })

test.beforeEach(({ page }) => page.goto('/'))

// desk-looks.spec.ts checks the other two combinations. These are a wide screen in light colours and a phone in dark
// colours.
const looks = [
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
] as const

/**
 * Checks the page on a wide screen in dark colours and then on a phone in light colours. Afterwards the page still
 * has the size and the colours of the phone.
 */
async function expectAccessible(page: Page) {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

test('a marketer finds a lead, sends a failed email again and erases the person', async ({
  page,
  lead: typed,
}) => {
  // No browser breaks this name by itself.
  const lead = { ...typed, name: `Ada${'W'.repeat(90)}` }
  const response = await callFunction({ ...lead, countryCode: 'US', consent: true })
  expect(response.status).toBe(201)
  const failed = `update private.outbox set status = 'failed', reason = 'rejected', last_error = 'EENVELOPE RCPT TO 550 5.1.1 no such user' where kind = 'visitor'
      and submission_id in (select id from private.lead_submissions where email = $1)`
  await expect(async () => {
    await sql(failed, [lead.email])
    const stopped = await sql(
      `select 1 from private.outbox mail join private.lead_submissions on lead_submissions.id = submission_id
        where email = $1 and status in ('pending', 'sending')`,
      [lead.email],
    )
    expect(stopped).toEqual([])
  }).toPass()

  await page.goto('/')
  await expect(page.getByRole('link', { name: /: an email failed$/ })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/leads')
  const mails = page.getByRole('combobox', { name: 'Emails' })
  await expect(mails).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Name, address or phone' }).fill(lead.email)
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await mails.selectOption('failed')
  await expect(
    page.getByText(/mistyped or gone\. Sending again does not help: [^(]*\(.*550 5\.1\.1 no such user\)/),
  ).toHaveCount(1)
  await page.getByRole('checkbox', { name: `Select ${lead.name}` }).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Drop…', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('The emails to 1 person will never be sent.', {
    useInnerText: true,
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep them' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  expect((await download).suggestedFilename()).toMatch(/^leads-.*\.csv$/)
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(
    new RegExp(`^\ufeff"Signed up \\([^)]+\\)",.*\\r\\n.*"${lead.email.replaceAll('.', '\\.')}".*\\r\\n$`),
  )
  await page.goBack()
  await page.getByRole('link', { name: lead.name, exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: lead.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Email to the visitor' })).toBeVisible()
  await expect(page.getByText('failed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What was said').fill('Will call on Friday')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Will call on Friday', { exact: true })).toBeVisible()
  const sendAgain = page.getByRole('button', { name: 'Send failed emails again' })
  await expect(sendAgain, 'there is no such mailbox').toHaveCount(0)
  await sql(
    `update private.outbox set reason = 'unanswered', last_error = 'ETIMEDOUT' where kind = 'visitor'
      and submission_id in (select id from private.lead_submissions where email = $1)`,
    [lead.email],
  )
  await page.reload()
  await sendAgain.click()
  await expect(
    page.getByRole('status').filter({ hasText: '1 failed email goes out within a minute' }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('status')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/\?q=[^&]+&mails=failed$/)
  await page.goto(`/leads?q=${encodeURIComponent(lead.email)}`)
  await page.getByRole('link', { name: lead.name }).click()

  await page.getByText('Erase this person…').click()
  await page.getByRole('link', { name: 'What is deleted, and what is kept' }).click()
  await expect(page.getByText('What is kept')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/Type the address/).fill('somebody@example.com')
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('alert')).toContainText('not the person’s address')
  await expect(page.getByRole('alert')).toBeInViewport()
  await expect(page.getByLabel(/Type the address/)).toBeFocused()
  await expect(page.getByLabel(/Type the address/)).toHaveValue('somebody@example.com')
  await page.getByLabel(/Type the address/).fill(lead.email)
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The person is erased' })).toBeVisible()
  expect(await submissions(lead.email)).toEqual([])
})

test('a marketer lifts a stop, answers a text and sends a test email, all of it readable by everybody', async ({
  page,
  lead,
}) => {
  const phone = '+12015550142'
  expect((await callFunction({ ...lead, phone, countryCode: 'US', consent: true })).status).toBe(201)
  await sql(`select public.receive_text($1, 'Stop this now', 'stop')`, [phone])
  await page.goto(`/leads?q=${encodeURIComponent(lead.email)}`)
  await page.getByRole('link', { name: lead.name, exact: true }).click()
  await expect(page.getByText('“Stop this now”')).toBeVisible()
  await page.getByLabel('Call again on').fill('2030-01-02')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Call again on')).toHaveValue('2030-01-02')
  await expect(page.getByRole('status').first()).toContainText('to call again on')
  await expectAccessible(page)
  await page.getByLabel('Why you lift it').fill('She called')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('The stop is lifted')

  await sql(`select public.receive_text($1, 'leave me alone', 'other')`, [phone])
  await page.goto('/')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop this number: +1 201 555 0142' }).first().click()
  await expect(page.getByRole('status')).toContainText('The number is stopped')

  await page.getByRole('link', { name: 'Texting', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Texting' })).toBeVisible()
  await expectAccessible(page)
  const lift = page.locator('summary', { hasText: 'Lift the stop of +1 201 555 0142' })
  await lift.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Why you lift it').first()).toBeVisible()
  await expectAccessible(page)

  await page.goto('/settings')
  await expectAccessible(page)
  const held = page.getByLabel('Sign-ups on hold')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save, 'the sections are folded').toHaveCount(0)
  expect(await page.locator('html').evaluate((html) => html.scrollHeight)).toBeLessThan(1400)
  await page.goto('/settings#owner')
  await page.setViewportSize({ width: 1280, height: 500 })
  await expect(save).not.toBeInViewport()
  await page.getByLabel('Alert about emails on hold').uncheck()
  await expect(save).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Alert about emails on hold').check()
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'How long data is kept' }).click()
  await held.fill('some days')
  await save.click()
  await expect(page.getByText('“some days” is not a time of at least 1 day')).toBeVisible()
  await expect(held).toBeFocused()
  await expectAccessible(page)
  await held.fill('31 days')
  await save.click()
  await expect(page.getByRole('status')).toContainText('1 setting is changed.')
  await expect(held).toHaveValue('31 days')
  await page.goto('/settings#also_notify')
  const colleagues = page.getByLabel('Colleagues who also get each lead')
  await colleagues.fill('ada@example.com\neve@')
  await save.click()
  await expect(page.getByText('“eve@” is not an email address.')).toBeVisible()
  await expect(colleagues).toBeFocused()
  await expect(colleagues).toHaveValue('ada@example.com\neve@')
  await expectAccessible(page)
  await colleagues.fill('ada@example.com')
  await save.click()
  await expect(page.getByRole('status')).toContainText('1 setting is changed.')
  await expect(colleagues).toHaveValue('ada@example.com')
  await colleagues.fill('')
  await save.click()
  await expect(page.getByRole('status')).toContainText('1 setting is changed.')

  await page.goto('/mails')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByRole('status')).toContainText('The mail server accepted the test email')
})

const countVisits = () =>
  sql(`
    insert into private.funnel_counts (day, variant, campaign, event, hits)
    select current_date - days, variant, '', event, hits from generate_series(0, 20) days, (values ('a', 0), ('b', 1)) v (variant, more),
      lateral (values ('page_viewed', 1000), ('play_clicked', 400), ('dialog_opened', 390), ('form_begun', 200),
        ('field_error', 20), ('submitted', 100 + more), ('unlocked', 100 + more), ('video_begun', 90)) e (event, hits)
    on conflict do nothing`)

for (const path of ['/funnel', '/funnel?variant=a', '/variants']) {
  test(`${path} can be read by everybody`, async ({ page }) => {
    await countVisits()
    await page.goto(path)
    await expectAccessible(page)
  })
}

test('the funnel is told in tables', async ({ page }) => {
  await countVisits()
  // The visits of the other tests are those of no variant.
  await page.goto('/funnel?variant=a')
  await expect(page.getByRole('row', { name: /^Play pressed [\d,]+ 40\.0 %/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Day by day' })).toBeVisible()
  const today = new Date().toISOString().slice(0, 10)
  await page.goto(`/funnel?from=${today}&to=${today}`)
  await expect(page.getByRole('heading', { name: 'Day by day' })).toHaveCount(0)
})

test('one key says what a call led to, the next person appears, and the last call is taken back', async ({
  page,
  lead,
}) => {
  const emails = [lead.email, `second-${lead.email}`]
  for (const email of emails)
    expect(
      (await callFunction({ ...lead, email, name: email, countryCode: 'US', consent: true })).status,
    ).toBe(201)
  await sql('update private.leads set call_again_on = null')
  await sql('update private.leads set call_again_on = current_date - 1 where email = any ($1)', [emails])
  const left = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  const told = (words: RegExp) => expect(page.getByRole('status')).toHaveText(words)

  await page.goto('/leads?calls=today')
  await page.getByRole('link', { name: 'Start calling' }).click()
  await left('2 people to call')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const note = page.getByLabel('What was said')
  await note.fill('reached again')
  await note.press('Enter')
  await pressKey(page, 'n')
  await told(/: no answer, to call again tomorrow\.$/)
  await left('1 person to call')
  await pressKey(page, 'u')
  await told(/ is to be called again\.$/)
  await left('2 people to call')
  await pressKey(page, 'r')
  await told(/: reached\.$/)
  await page.getByRole('button', { name: 'Call again' }).click()
  await told(/: to call again on \d/)
  await expect(page.getByText('No calls are left for today.')).toBeVisible()
})
