import { developmentUrl } from './settings.ts'
import { dialog, expect, openDialog, playButton, player, submitLead, test } from './test.ts'

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
