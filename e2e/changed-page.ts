import type { Page } from '@playwright/test'
import { submissions } from './backend.ts'
import { changeUntilHydrated, defineTexts, sourceOf, type times, titleText } from './changes.ts'
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

type Time = (typeof times)[number]

export const presses = {
  mouse: (page: Page) => page.locator('[data-play]').click(),
  keyboard: async (page: Page) => {
    await page.locator('[data-play]').focus()
    await page.keyboard.press('Enter')
  },
  finger: (page: Page) => page.locator('[data-play]').tap(),
}

export const closings = [
  (page: Page) => page.keyboard.press('Escape'),
  (page: Page) => page.locator('[command=close]').click(),
  (page: Page) => page.touchscreen.tap(5, 5),
  (page: Page) => page.mouse.click(5, 5),
]

async function prepare(page: Page, changes: string[]) {
  await page.addInitScript(`change = ${sourceOf(changes)}`)
  await page.addInitScript(defineTexts)
}

/** The page changes meanwhile. Types a name before and after hydration. */
async function visit(page: Page, time: Time, press: keyof typeof presses) {
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

/** As `visit` left the dialog: with the name, the focus and the submission. */
export async function expectKept(page: Page) {
  await expect(page.locator('#lead-title')).toHaveText(titleText)
  await expect(page.locator('dialog:modal')).toBeVisible()
  await expect(page.locator('#lead-name')).toHaveValue('Anne')
  await expect(page.locator('#lead-name')).toBeFocused()
  await expect(page.locator('[name=submissionId]')).not.toHaveValue('')
}

export async function fill(page: Page, lead: TestLead) {
  await page.locator('#lead-email').fill(lead.email)
  await page.locator('#lead-phone').fill(lead.phone)
  await page.locator('#lead-consent').check()
  await letTimePass(page)
}

/** `index` picks the browser and the ways to press and to close. */
export function testChanges(changes: string[], index: number, meetAt: readonly Time[]): void {
  test(`the form is kept and closes when ${changes.join(', ')}`, async ({ page, lead, consoleErrors }) => {
    await prepare(page, changes)
    // Each change meets old and new browsers, and all ways to press and to close, at different times.
    if (index % 2) await withoutNewApis(page)
    for (const [turn, time] of meetAt.entries()) {
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
}
