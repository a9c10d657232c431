import type { Page } from '@playwright/test'
import { receivedMail, sql } from './backend.ts'
import {
  expect,
  fillFields,
  fillLead,
  holdBack,
  hydrated,
  openDialog,
  player,
  scriptFiles,
  submitButton,
  submitLead,
  test,
} from './test.ts'
import { newLead } from './visitor.ts'

const play = (page: Page) =>
  player(page).evaluate((video: HTMLVideoElement) => {
    video.muted = true
    return video.play()
  })

test('one reminder goes to who never began the video, and none to who began it on the page or asks for privacy', async ({
  page,
  browser,
}) => {
  const [began, beganEarly, refuses, never] = [newLead(), newLead(), newLead(), newLead()]
  const emails = [began, beganEarly, refuses, never].map(({ email }) => email)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/begun')) sent.push(`${request.method()} ${request.postData()}`)
  })
  const begun = () =>
    sql<{ email: string }>(
      'select email from private.leads where email = any ($1) and begun_at is not null order by begun_at',
      [emails],
    )
  await sql(`update private.lead_settings set remind_after = '1 hour'`)
  try {
    await submitLead(page, never)
    await expect(player(page)).toBeVisible()

    await submitLead(page, began)
    await hydrated(page, 'video')
    expect(sent).toEqual([])
    await play(page)
    await expect.poll(begun).toEqual([{ email: began.email }])
    expect(sent).toEqual([expect.stringMatching(/^POST [0-9a-f-]{36}$/)])

    await openDialog(page)
    await fillFields(page, beganEarly)
    const release = await holdBack(page, scriptFiles)
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit())
    await expect(player(page)).toBeVisible()
    await play(page)
    release()
    await hydrated(page, 'video')
    await player(page).evaluate((video: HTMLVideoElement) => {
      video.playbackRate = 4
    })
    await expect.poll(begun).toEqual([{ email: began.email }, { email: beganEarly.email }])
    expect(sent).toHaveLength(2)

    const context = await browser.newContext({ extraHTTPHeaders: { 'sec-gpc': '1' } })
    const other = await context.newPage()
    await openDialog(other)
    await fillLead(other, refuses)
    let answer = ''
    await other.route('/', async (route) => {
      const response = await route.fetch()
      answer = await response.text()
      await route.fulfill({ response, body: answer })
    })
    await submitButton(other).click()
    await expect(player(other)).toBeVisible()
    expect(answer).toContain('"videoUrl":')
    expect(answer).not.toMatch(/"beginToken":"[0-9a-f]/)
    await hydrated(other, 'video')
    await play(other)
    await context.close()

    for (const email of emails) await receivedMail(email)
    // The second round checks that a later sweep does not send another reminder.
    for (const _ of [1, 2]) {
      await sql('update private.leads set remind_at = now() where email = any ($1)', [emails])
      await expect
        .poll(() =>
          sql('select from private.leads where email = any ($1) and remind_at is not null', [emails]),
        )
        .toEqual([])
    }
    const reminders = () =>
      sql(
        `select email, status from private.outbox join private.leads on leads.id = lead_id
        where event = 'reminder' and email = any ($1)`,
        [emails],
      )
    await expect.poll(reminders).toEqual([{ email: never.email, status: 'sent' }])
    expect(await begun()).toHaveLength(2)
  } finally {
    await sql('update private.lead_settings set remind_after = null')
  }
})
