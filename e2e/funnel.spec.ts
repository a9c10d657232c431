import {
  counted,
  eachOnce,
  expectDialogReported,
  leave,
  newCampaign,
  test,
  testPrivacySignal,
} from './funnel.ts'
import { expect, fillFields, hydrated, playButton, player, submitButton, submitLead } from './test.ts'

test('a step counts once, and a page that is shown again sends only new steps', async ({
  page,
  lead,
  listen,
  said,
}) => {
  const front = await listen()
  const comeBack = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.goto(front.url)
  await comeBack()
  await playButton(page).click()
  await page.keyboard.press('Escape')
  await playButton(page).click()
  await expectDialogReported(said)
  const { events, dataLayer } = await said()
  expect(dataLayer, 'an analytics tool reads the same').toEqual(events)
  await comeBack()
  await comeBack()
  // If the test did not wait here, the browser itself would post the form. The next steps would then be counted on a
  // new page.
  await hydrated(page)
  await fillFields(page, { ...lead, name: '  ' })
  await submitButton(page).click()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your name.')
  await submitButton(page).click()
  await leave(page, front)
  await expect
    .poll(() => front.beacons)
    .toEqual([',page_viewed', ',play_clicked,dialog_opened', ',form_begun,submitted,field_error'])
})

testPrivacySignal('globalPrivacyControl', true)

test('a forged beacon gets the same answer and is not counted', async ({ request, site }) => {
  const campaign = newCampaign()
  const { origin } = new URL(site.url)
  const own = { origin, referer: `${origin}/?utm_campaign=${campaign}` }
  const post = async (headers: Record<string, string>, data = ',page_viewed', status = 204) => {
    const answer = await request.post(`${origin}/funnel`, { headers: { ...own, ...headers }, data })
    expect([answer.status(), await answer.text()]).toEqual([status, ''])
    expect(answer.headers()['cache-control']).toBe('no-store')
  }
  // In the second round, the server has already counted a valid beacon when the wrong posts arrive.
  for (const beacon of [',unlocked', ',video_begun']) {
    await post({ origin: 'https://elsewhere.example.com' })
    await post({ 'sec-fetch-site': 'cross-site' })
    await post({ 'sec-fetch-site': 'same-site' })
    await post({}, ',bought')
    await post({}, ',page_viewed,page_viewed')
    await post({}, `${'x'.repeat(1_024)},page_viewed`, 413)
    await post({}, beacon)
  }
  await expect
    .poll(() => counted(campaign))
    .toEqual(expect.arrayContaining(eachOnce(['unlocked', 'video_begun'])))
  expect(await counted(campaign)).toHaveLength(2)
})

test('in a browser without beacons the page leaves no error', async ({ page, lead, consoleErrors }) => {
  await page.addInitScript(() => {
    delete (Navigator.prototype as Partial<Navigator>).sendBeacon
  })
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(consoleErrors).toEqual([])
})
