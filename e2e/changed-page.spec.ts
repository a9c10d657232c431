import type { Page } from '@playwright/test'
import { submissions } from './backend.ts'
import { changes, changeUntilHydrated, defineTexts, times, titleText } from './changes.ts'
import {
  expect,
  holdBack,
  hydrated,
  letTimePass,
  player,
  scriptFiles,
  type TestLead,
  test,
  withoutNewApis,
} from './test.ts'

test.use({ hasTouch: true })

/** The ways to press the play button, and the ways to close the dialog. */
const presses = {
  mouse: (page: Page) => page.locator('[data-play]').click(),
  keyboard: async (page: Page) => {
    await page.locator('[data-play]').focus()
    await page.keyboard.press('Enter')
  },
  finger: (page: Page) => page.locator('[data-play]').tap(),
}
const closings = [
  (page: Page) => page.keyboard.press('Escape'),
  (page: Page) => page.locator('[command=close]').click(),
  (page: Page) => page.touchscreen.tap(5, 5),
  (page: Page) => page.mouse.click(5, 5),
]

async function prepare(page: Page, change: () => void) {
  await page.addInitScript(`change = ${change}`)
  await page.addInitScript(defineTexts)
}

/** Opens the form while the page changes, and types a name before and after hydration. */
async function visit(page: Page, time: (typeof times)[number], press: keyof typeof presses) {
  const release = await holdBack(page, scriptFiles)
  await page.goto('/')
  if (time === 'before the tap') await page.evaluate(() => window.change())
  await presses[press](page)
  await expect(page.locator('dialog')).toBeVisible()
  await expect(page.locator('#lead-name')).toBeFocused()
  await page.keyboard.type('Ane')
  await page.keyboard.press('ArrowLeft')
  if (time === 'between the tap and hydration') await page.evaluate(() => window.change())
  if (time === 'until hydration') await page.evaluate(changeUntilHydrated)
  release()
  await hydrated(page)
  if (time === 'after hydration') await page.evaluate(() => window.change())
  await page.keyboard.type('n')
}

async function expectKept(page: Page) {
  await expect(page.locator('#lead-title')).toHaveText(titleText)
  await expect(page.locator('dialog:modal')).toBeVisible()
  await expect(page.locator('#lead-name')).toHaveValue('Anne')
  await expect(page.locator('#lead-name')).toBeFocused()
  await expect(page.locator('[name=submissionId]')).not.toHaveValue('')
}

async function fill(page: Page, lead: TestLead) {
  await page.locator('#lead-email').fill(lead.email)
  await page.locator('#lead-phone').fill(lead.phone)
  await page.locator('#lead-consent').check()
  await letTimePass(page)
}

for (const [index, [name, change]] of Object.entries(changes).entries())
  test(`the form is kept and closes when ${name}`, async ({ page, lead, consoleErrors }) => {
    await prepare(page, change)
    // Each change meets old and new browsers, and all ways to press and to close, at different times.
    if (index % 2) await withoutNewApis(page)
    for (const [turn, time] of times.entries()) {
      const press = (['mouse', 'keyboard', 'finger'] as const)[(index + turn) % 3] ?? 'mouse'
      await test.step(`${time}, by ${press}`, async () => {
        await visit(page, time, press)
        await expectKept(page)
        await page.locator('#lead-consent').check()
        await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
        await closings[(index + turn) % 4]?.(page)
        await expect(page.locator('dialog')).toBeHidden()
        await expect(page.locator('html')).toHaveCSS('overflow', 'visible')
        await expect(page.locator('[data-play]')).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(page.locator('#lead-name')).toHaveValue('Anne')
        await expect(page.locator('#lead-consent')).not.toBeChecked()
        expect(consoleErrors).toEqual([])
      })
    }
    await fill(page, lead)
    await page.keyboard.press('Enter')
    await expect(player(page)).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('overflow', 'visible')
    expect(await submissions(lead.email)).toMatchObject([{ name: 'Anne', country_code: 'US' }])
  })

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
