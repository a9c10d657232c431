import { mailedLink } from '../mailed-link.ts'
import { answersOf, postFromElsewhere, testPressFromElsewhere } from '../press-from-elsewhere.ts'
import { expect, playButton, player, test } from '../test.ts'

testPressFromElsewhere('confirm')
testPressFromElsewhere('unsubscribe')

test('a form of another site opens no video behind a watch link', async ({ page, lead }) => {
  const link = await mailedLink(lead, 'watch')
  const before = await answersOf(lead)
  await postFromElsewhere(page, link, 'multipart/form-data')
  await expect(page.getByText('There was a problem')).toBeVisible()
  await expect(player(page)).toHaveCount(0)
  expect(await answersOf(lead)).toEqual(before)
  await page.goto(link)
  await playButton(page).click()
  await expect(player(page)).toBeVisible()
  await expect.poll(() => answersOf(lead)).not.toEqual(before)
})
