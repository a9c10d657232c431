import type { Page } from '@playwright/test'
import { submissions } from '../backend.ts'
import { closings, expectKept, fill, presses, testChanges } from '../changed-page.ts'
import { changes, defineTexts, times } from '../changes.ts'
import { expect, holdBack, hydrated, player, scriptFiles, test, withoutNewApis } from '../test.ts'
import { zoo } from '../zoo.ts'

test.use({ hasTouch: true })

for (const [index, name] of Object.keys(changes).entries()) testChanges([name], index, times)

async function countOpenings(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { openings: 0 })
    const count = (records: MutationRecord[]) => {
      for (const { oldValue } of records) if (oldValue === null) window.openings += 1
    }
    new MutationObserver(count).observe(document, {
      subtree: true,
      attributeFilter: ['open'],
      attributeOldValue: true,
    })
  })
}

declare global {
  interface Window {
    openings: number
  }
}

/** By the keyboard, which loads the scripts. Waits for these. */
async function tabToPlay(page: Page) {
  const play = page.locator('[data-play]')
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Tab')
  await expect(play).toBeFocused()
  await hydrated(page)
  await expect(play).toBeFocused()
}

for (const isOld of [false, true])
  test(`${isOld ? 'without new APIs' : 'with new APIs'}, Enter opens a changed page once if the scripts came while play had the focus`, async ({
    page,
    lead,
    consoleErrors,
  }) => {
    if (isOld) await withoutNewApis(page)
    await page.addInitScript(defineTexts)
    await countOpenings(page)
    for (const [name, change] of Object.entries(changes))
      await test.step(name, async () => {
        await page.goto('/')
        await page.evaluate(change)
        await tabToPlay(page)
        await page.keyboard.press('Enter')
        await expect(page.locator('dialog:modal')).toBeVisible()
        await expect(page.locator('#lead-name')).toBeFocused()
        await page.keyboard.type('Anne')
        await page.keyboard.press('Escape')
        await expect(page.locator('[data-play]')).toBeFocused()
        const below = page.locator('[command=show-modal]').last()
        await below.click()
        await expect(page.locator('dialog:modal')).toBeVisible()
        await expect(page.locator('#lead-name')).toHaveValue('Anne')
        await page.keyboard.press('Escape')
        await expect(below).toBeFocused()
        expect(await page.evaluate(() => window.openings)).toBe(2)
        expect(consoleErrors).toEqual([])
      })
    await page.keyboard.press('Enter')
    await fill(page, lead)
    await page.keyboard.press('Enter')
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toMatchObject([{ name: 'Anne', country_code: 'US' }])
  })

/** Before the loader runs. */
async function changeWhileLoading(page: Page) {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main')) return
      observer.disconnect()
      document.body.prepend(document.createElement('div'))
    }).observe(document, { subtree: true, childList: true })
  })
}

test('a page that was changed while it loaded is built anew, but the play button keeps the focus', async ({
  page,
}) => {
  await changeWhileLoading(page)
  const release = await holdBack(page, scriptFiles)
  await page.goto('/')
  const play = await page.locator('[data-play]').elementHandle()
  await play?.focus()
  release()
  await hydrated(page)
  expect(await play?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(page.locator('[data-play]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog:modal')).toBeVisible()
  await expect(page.locator('#lead-name')).toBeFocused()
})

test('a page that was changed while it loaded is built anew, but the form, the focus and the submission stay', async ({
  page,
  lead,
}) => {
  await changeWhileLoading(page)
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

test('what is typed stays in its field if the page is moved after hydration', async ({ page }) => {
  const release = await holdBack(page, scriptFiles)
  await page.goto('/')
  await page.evaluate(zoo['main is wrapped after hydration'] as () => void)
  await page.locator('[data-play]').click()
  await page.locator('#lead-phone').fill('555')
  release()
  await hydrated(page)
  await page.keyboard.type('0100')
  await expect(page.locator('#lead-phone')).toHaveValue('5550100')
  await expect(page.locator('#lead-name')).toHaveValue('')
})

test('what is typed goes into the field that was pressed if hydration gives the focus to the dialog', async ({
  page,
}) => {
  const release = await holdBack(page, scriptFiles)
  await page.goto('/')
  await page.locator('[data-play]').click()
  await page.locator('#lead-phone').click()
  await page.evaluate(() =>
    document.addEventListener('training:hydrated', () =>
      queueMicrotask(() => {
        const dialog = document.querySelector('dialog') as HTMLElement
        dialog.tabIndex = -1
        dialog.focus()
      }),
    ),
  )
  release()
  await hydrated(page)
  await expect(page.locator('#lead-phone')).toBeFocused()
  await page.keyboard.type('0100')
  await expect(page.locator('#lead-phone')).toHaveValue('0100')
})
