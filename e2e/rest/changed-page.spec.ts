import { submissions } from '../backend.ts'
import { closings, expectKept, fill, presses, testChange } from '../changed-page.ts'
import { changes, times } from '../changes.ts'
import { expect, holdBack, hydrated, player, scriptFiles, test, withoutNewApis } from '../test.ts'

test.use({ hasTouch: true })

for (const index of Object.keys(changes).keys()) testChange(index, times)

test('a page that was changed while it loaded is built anew, but the form, the focus and the submission stay', async ({
  page,
  lead,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main')) return
      observer.disconnect()
      document.body.prepend(document.createElement('div'))
    }).observe(document, { subtree: true, childList: true })
  })
  await withoutNewApis(page)
  const release = await holdBack(page, scriptFiles)
  await page.goto('/')
  await presses.finger(page)
  const dialog = await page.locator('dialog').elementHandle()
  await page.locator('[name=countryCode]').selectOption('AU')
  await fill(page, lead)
  await page.locator('#lead-name').fill('Ane')
  await page.keyboard.press('ArrowLeft')
  const id = await page.locator('[name=submissionId]').inputValue()
  release()
  await hydrated(page)
  expect(await dialog?.evaluate((element) => element.isConnected)).toBe(false)
  await page.keyboard.type('n')
  await expectKept(page)
  await expect(page.locator('[name=submissionId]')).toHaveValue(id)
  await expect(page.locator('#lead-consent')).toBeChecked()

  await test.step('a lost answer and a second press are one submission', async () => {
    let posts = 0
    await page.route('/', async (route) => {
      if (route.request().method() !== 'POST' || posts++) return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await page.keyboard.press('Enter')
    await expect(page.getByText('There was a problem')).toBeVisible()
    for (const close of closings) {
      await close(page)
      await expect(page.locator('dialog')).toBeHidden()
      await expect(page.locator('[data-play]')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator('#lead-consent')).not.toBeChecked()
    }
    await page.locator('#lead-consent').check()
    await page.keyboard.press('Enter')
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toMatchObject([{ name: 'Anne', country_code: 'AU', consent: true }])
  })
})
