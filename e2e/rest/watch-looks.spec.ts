import { findViolations } from '../accessibility.ts'
import { confirmationLink } from '../confirmation-link.ts'
import { mailedLink } from '../mailed-link.ts'
import { expect, playButton, player, type TestLead, test } from '../test.ts'
import { hasWebFont } from '../web-font.ts'
import { expectPictures } from './look.ts'

test('the page behind the link is accessible and looks as it should on every width', async ({
  page,
  lead,
}) => {
  const link = await mailedLink(lead, 'watch')
  await page.goto(link)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await playButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.goto(link)
  await expectPictures(page, 'own link', [360, 1440], true)
})

const token = crypto.randomUUID()
/** The other pages look like one of these. */
const pictured = ['asks to confirm', 'asks to stop texts', 'says that it is done']
/**
 * The pages behind the other links in an email. The name of a page completes the sentence “the page that …”.
 */
const notices: Record<string, (lead: TestLead) => string | Promise<string>> = {
  'asks to confirm': confirmationLink,
  // These two pages are the same for every token.
  'asks to stop texts': () => `/stop/${token}/ask`,
  'asks to stop mails': () => `/unsubscribe/${token}/ask`,
  'says that it is done': () => '/stop/outcome/done',
  'says that a link is not valid': () => `/confirm/${token}/ask`,
}
for (const [what, pathFor] of Object.entries(notices))
  test(`the page that ${what} looks as it should and has one button`, async ({ page, lead }) => {
    await page.goto(await pathFor(lead))
    await expect.poll(() => hasWebFont(page)).toBe(true)
    await expect(page.locator('main [data-slot=button]')).toHaveCount(1)
    if (pictured.includes(what)) await expectPictures(page, `notice that ${what}`, [360])
  })

test('the pages behind the links are accessible on a phone and not for search engines', async ({
  page,
  lead,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const outcomes = Object.entries({
    confirm: ['done', 'unavailable'],
    stop: ['done', 'unknown', 'unavailable'],
    unsubscribe: ['done', 'unknown', 'unavailable'],
  }).flatMap(([link, names]) => names.map((name) => `/${link}/outcome/${name}`))
  const questions = [await confirmationLink(lead), `/stop/${token}/ask`, `/unsubscribe/${token}/ask`]
  for (const path of [...questions, ...outcomes]) {
    await page.goto(path)
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    if (!path.startsWith('/confirm')) await expect(page.locator('script[src]')).toHaveCount(0)
  }
})
