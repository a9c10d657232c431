import { developmentUrl } from './settings.ts'
import { states } from './states.ts'
import { dialog, expect, fillLead, openDialog, playButton, player, submitButton, test } from './test.ts'

/** What a state has to say (spec 2 and 8): all of it is wanted. */
const expected: Record<string, RegExp[]> = {
  'after a failure': [/net::ERR_FAILED/, /^The lead was not sent\./],
  'for an unknown path': [/404 \(Not Found\)/, /^404: no page at \/nowhere/],
  'after an error of its own': [/The dialog is broken/],
}

for (const [state, enter] of Object.entries(states)) {
  test(`the page ${state} says nothing in the console but what it must`, async ({ page, lead }) => {
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await enter(page, lead)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    const wanted = expected[state] ?? []
    expect(messages.filter((text) => !wanted.some((pattern) => pattern.test(text)))).toEqual([])
    for (const pattern of wanted) expect(messages.some((text) => pattern.test(text))).toBe(true)
  })
}

test('opening the dialog again, once React is there, says nothing either', async ({ page }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  expect(messages).toEqual([])
})

test('in development nothing is said of hydration, from the first tap to the player', async ({
  page,
  lead,
}) => {
  test.setTimeout(120_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
  })
  await page.route(/maxresdefault/, (route) => route.fulfill({ status: 404 }))
  await openDialog(page, developmentUrl)
  await fillLead(page, lead)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
})
