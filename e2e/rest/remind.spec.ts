import type { Page } from '@playwright/test'
import { receivedMail, sql } from '../backend.ts'
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
} from '../test.ts'
import { newLead } from '../visitor.ts'

const token = /"beginToken":"[0-9a-f]/

const play = (page: Page) =>
  player(page).evaluate((video: HTMLVideoElement) => {
    video.muted = true
    return video.play()
  })

/** To the next form that the page sends. */
async function listenToAnswer(page: Page) {
  let answer = ''
  await page.route('/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    answer = await response.text()
    await route.fulfill({ response, body: answer })
  })
  return () => answer
}

test('one reminder goes to who never began the video, and none to who began it on the page or asks for privacy', async ({
  page,
  browser,
}) => {
  const [off, began, beganEarly, refuses, never] = [newLead(), newLead(), newLead(), newLead(), newLead()]
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
  const answer = await listenToAnswer(page)
  // Nobody is reminded by default, so that a viewer costs no call.
  await submitLead(page, off)
  await hydrated(page, 'video')
  expect(answer()).toContain('"videoUrl":')
  expect(answer()).not.toMatch(token)
  const firstEvent = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('training:funnel', resolve, { once: true })),
  )
  await play(page)
  await firstEvent

  await sql(`update private.lead_settings set remind_after = '1 hour'`)
  try {
    await submitLead(page, never)
    await expect(player(page)).toBeVisible()

    await submitLead(page, began)
    await hydrated(page, 'video')
    expect(answer()).toMatch(token)
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
    const privateAnswer = await listenToAnswer(other)
    await submitButton(other).click()
    await expect(player(other)).toBeVisible()
    expect(privateAnswer()).toContain('"videoUrl":')
    expect(privateAnswer()).not.toMatch(token)
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
