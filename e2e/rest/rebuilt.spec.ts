import type { Page } from '@playwright/test'
import { expect, hydrated, openWithoutScripts, test } from '../test.ts'
import { zoo } from '../zoo.ts'

const way = 'a banner is put back in a microtask'
const text =
  'Countess of Somewhere, who types on and on while the page is built again, without a pause between letters'

/** React will build the page again. Returns a function that lets the scripts arrive. */
async function openChanged(page: Page) {
  const release = await openWithoutScripts(page)
  await page.evaluate(zoo[way] as () => void)
  const old = await page.locator('#lead-name').elementHandle()
  return { release, isBuiltAgain: () => old?.evaluate((field) => !field.isConnected) }
}

test('each letter is kept that is typed while React builds the page again', async ({ page }) => {
  const { release, isBuiltAgain } = await openChanged(page)
  const name = page.locator('#lead-name')
  await name.click()
  release()
  await page.keyboard.type(text, { delay: 10 })
  await hydrated(page)
  await page.keyboard.type('!')
  expect(await isBuiltAgain()).toBe(true)
  await expect(name).toHaveValue(`${text}!`)
  await expect(name).toBeFocused()
})

test('a press into a field that makes React build the page again focuses this field', async ({
  page,
  lead,
}) => {
  // React hydrates in tasks, but an event that it has to answer makes it hydrate at once.
  await page.addInitScript(() => {
    MessagePort.prototype.postMessage = () => {}
  })
  const { release, isBuiltAgain } = await openChanged(page)
  await page.locator('#lead-name').fill(lead.name)
  release()
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
  expect(await isBuiltAgain()).toBe(false)
  await page.locator('#lead-email').click()
  await page.keyboard.type(lead.email)
  expect(await isBuiltAgain()).toBe(true)
  await expect(page.locator('#lead-name')).toHaveValue(lead.name)
  await expect(page.locator('#lead-email')).toHaveValue(lead.email)
})
