import {
  counted,
  eachOnce,
  expectDialogReported,
  leave,
  newCampaign,
  recordEvents,
  test,
  walk,
} from './funnel.ts'
import { dialog, expect, fillFields, fillLead, hydrated, playButton, player, submitButton } from './test.ts'

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

for (const [signal, value] of [
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const) {
  test(`the page tells and sends nothing if the browser says ${signal}`, async ({
    page,
    lead,
    listen,
    said,
  }) => {
    const front = await listen()
    await page.addInitScript(([signal, value]) => Object.defineProperty(navigator, signal, { value }), [
      signal,
      value,
    ] as const)
    await walk(page, lead, front.url)
    expect(await said()).toEqual({ events: [], dataLayer: [] })
    await leave(page, front)
    // The test opens a second page and waits for its beacon. By then, the beacon of the first page would have arrived
    // too.
    await page
      .context()
      .newPage()
      .then((other) => other.goto(front.url).then(() => other.goto('about:blank')))
    await expect.poll(() => front.beacons).toEqual([',page_viewed'])
  })
}

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
