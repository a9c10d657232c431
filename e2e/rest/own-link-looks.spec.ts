import { findViolations } from '../accessibility.ts'
import { ownLink } from '../own-link.ts'
import { expect, playButton, player, test } from '../test.ts'
import { expectPictures } from './look.ts'

test('the page behind the link is accessible and looks as it should on every width', async ({
  page,
  lead,
}) => {
  await page.goto(await ownLink(lead))
  await expectPictures(page, 'own link', [360, 768, 1440], true)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await playButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
