import { developmentUrl } from './settings.ts'
import { states } from './states.ts'
import { dialog, expect, openDialog, playButton, player, submitLead, test } from './test.ts'

/** The console messages that the specification wants in a state (sections 2 and 8). */
const expected: Record<string, RegExp[]> = {
  'after a failure': [/net::ERR_FAILED/, /^The lead was not sent\./],
  'for an unknown path': [/404 \(Not Found\)/, /^404: no page at \/nowhere/],
  'after an application error': [/The dialog is broken/],
}

for (const [state, enter] of Object.entries(states)) {
  test(`the page ${state} logs the expected console messages and no others`, async ({
    page,
    lead,
    messages,
  }) => {
    await enter(page, lead)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    const texts = messages.map((message) => message.text())
    const wanted = expected[state] ?? []
    expect(texts.filter((text) => !wanted.some((pattern) => pattern.test(text)))).toEqual([])
    for (const pattern of wanted) expect(texts.some((text) => pattern.test(text))).toBe(true)
  })
}

test('opening the dialog again after hydration logs nothing', async ({ page, messages }) => {
  await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  expect(messages.map((message) => message.text())).toEqual([])
})

test('in development there is no hydration warning, from the first tap to the player', async ({
  page,
  lead,
  messages,
}) => {
  test.setTimeout(120_000)
  await page.route(/maxresdefault/, (route) => route.fulfill({ status: 404 }))
  await submitLead(page, lead, developmentUrl)
  await expect(player(page)).toBeVisible()
  const complaints = messages
    .filter((message) => ['warning', 'error'].includes(message.type()))
    .map((message) => message.text())
  expect(complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
})
