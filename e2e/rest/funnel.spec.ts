import {
  counted,
  eachOnce,
  expectDialogReported,
  leave,
  newCampaign,
  recordEvents,
  test,
  testPrivacySignal,
} from '../funnel.ts'
import { dialog, expect, fillFields, fillLead, playButton, player, submitButton } from '../test.ts'

testPrivacySignal('doNotTrack', '1')

test('the answer to a native post continues the visitor’s walk', async ({ page, lead, listen, said }) => {
  const campaign = newCampaign()
  const front = await listen('blocked')
  await page.goto(`${front.url}/?utm_campaign=${campaign}`)
  await playButton(page).click()
  await expectDialogReported(said)
  await fillFields(page, { ...lead, name: '  ' })
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your name.')
  // Escape closes the dialog only when it is modal. The loader makes it modal, and the loader comes at the end of the
  // page.
  await expect.poll(() => dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
  await page.keyboard.press('Escape')
  await playButton(page).click()
  await fillFields(page, lead)
  await page.getByLabel('Full name').fill('x'.repeat(17_000))
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please use at most 200 characters.')
  await expect(dialog(page)).toBeVisible()
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  // The loader comes at the end of the page, so the test waits for the end. Nothing is counted before the loader has
  // arrived.
  await page.waitForLoadState('domcontentloaded')
  await leave(page, front)
  await expect
    .poll(() => front.beacons)
    .toEqual([
      ',page_viewed,play_clicked,dialog_opened,form_begun,submitted',
      ',field_error',
      ',field_error',
      ',unlocked',
    ])
  await expect.poll(() => counted(campaign)).toHaveLength(7)
})

test('other pages count nothing', async ({ page, listen, said }) => {
  const front = await listen()
  await leave(page, front)
  expect((await said()).events).toEqual([])
  await page.goto(front.url)
  await leave(page, front)
  await expect.poll(() => front.beacons).toEqual([',page_viewed'])
})

test('a visitor who closes the page in the middle is counted as far as they came', async ({ context }) => {
  // Half a second after a page was closed, Chromium kills it. On a busy machine, the page may not even have noticed
  // that it was closed. The test therefore tries again.
  await expect(async () => {
    const campaign = newCampaign()
    const page = await context.newPage()
    const said = await recordEvents(page)
    await page.goto(`/?utm_campaign=${campaign}`)
    await playButton(page).click()
    await expectDialogReported(said)
    await page.close({ runBeforeUnload: true })
    await expect
      .poll(() => counted(campaign), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(eachOnce(['page_viewed', 'play_clicked', 'dialog_opened'])))
  }).toPass({ timeout: 150_000 })
})
