import type { Page } from '@playwright/test'
import { callFunction, sql } from '../backend.ts'
import { deskUrl } from '../settings.ts'
import { expect, hydrated, test } from '../test.ts'

test.use({ baseURL: deskUrl })

let person: string

test.beforeEach(async ({ page, lead: typed }) => {
  const lead = { ...typed, name: `Ada${'W'.repeat(90)}` }
  expect((await callFunction({ ...lead, countryCode: 'US', consent: true })).status).toBe(201)
  const [row] = await sql<{ id: string }>('select id from private.leads where email = $1', [lead.email])
  person = `/leads/${row?.id}`
  // The printed address has the login.
  await page.goto('/')
})

/** What has the focus if nothing of it can be seen, or ''. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'end'
    const { left, top, width, height } = focused.getBoundingClientRect()
    const isSeen = [0.05, 0.25, 0.5, 0.75, 0.95].some((across) =>
      [0.05, 0.5, 0.95].some((down) => {
        const hit = document.elementFromPoint(left + width * across, top + height * down)
        return (
          hit && (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.contains(focused))
        )
      }),
    )
    return isSeen || width < 2 ? '' : focused.outerHTML.slice(0, 150)
  })

for (const width of [390, 800])
  test(`at ${width} px, nothing that gets the focus is behind the frame`, async ({ page }) => {
    await page.setViewportSize({ width, height: 600 })
    for (const path of ['/', '/leads', person, '/settings', '/exports', '/texting']) {
      await page.goto(path)
      await hydrated(page, '[data-island=FindPerson] > *')
      for (const key of ['Tab', 'Shift+Tab']) {
        let steps = 0
        for (let isAtEnd = false; !isAtEnd && steps < 150; steps += 1) {
          await page.keyboard.press(key)
          const covered = await findCovered(page)
          isAtEnd = covered === 'end'
          if (!isAtEnd) expect(covered, `${path} ${key}`).toBe('')
        }
        expect(steps).toBeGreaterThan(8)
      }
    }
  })

test('a long name does not make the header of a phone high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto(person)
  const header = page.getByRole('banner')
  await expect(header).toContainText('WWWW')
  expect((await header.boundingBox())?.height).toBeLessThan(130)
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360)
})

test('at 800 px, the line about new people covers nothing', async ({ page, lead }) => {
  await page.setViewportSize({ width: 800, height: 600 })
  await page.goto('/leads')
  await hydrated(page, '[data-island=FindPerson] > *')
  expect(
    (await callFunction({ ...lead, email: `new-${lead.email}`, countryCode: 'US', consent: true })).status,
  ).toBe(201)
  const line = page.getByRole('link', { name: /new (?:person|people): show/ })
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(line).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const covered = await line.evaluate((link) => {
    const own = link.getBoundingClientRect()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (link.contains(text) || !text.textContent?.trim() || !text.parentElement?.checkVisibility()) continue
      const range = document.createRange()
      range.selectNode(text)
      for (const { left, right, top, bottom } of range.getClientRects())
        if (left < own.right && right > own.left && top < own.bottom && bottom > own.top)
          found.push(text.textContent)
    }
    return found
  })
  expect(covered).toEqual([])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('the first person is near the top, a row is low, and each view can be reached', async ({ page }) => {
    for (const width of [360, 390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/leads')
      const { y, height } = (await page.locator('main tbody tr').first().boundingBox()) ?? {
        y: 999,
        height: 0,
      }
      expect(y, `${width} px`).toBeLessThanOrEqual(250)
      expect(height).toBeLessThanOrEqual(width < 768 ? 88 : 48)
      const views = page.getByRole('navigation', { name: 'Views' })
      const last = views.getByRole('link', { name: 'On hold' })
      if (width < 1280) {
        await expect(last).toBeHidden()
        await views.getByRole('button', { name: 'View: Everybody' }).press('Enter')
      }
      await expect(last).toBeInViewport({ ratio: 1 })
      await last.click()
      await expect(page).toHaveURL(/mails=held$/)
      if (width < 1280) await expect(views.getByRole('button', { name: 'View: On hold' })).toBeVisible()
    }
  })
})

test('a search that finds nobody says so, and leads nowhere', async ({ page }) => {
  await page.goto('/mails')
  await hydrated(page, '[data-island=FindPerson] > *')
  const field = page.getByRole('combobox', { name: 'Find a person' })
  await field.fill('zzzzqq')
  await expect(page.getByText('Nobody matches.')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  for (const key of ['ArrowDown', 'Enter']) await field.press(key)
  await expect(page).toHaveURL(/\/mails$/)
  await field.fill('ada')
  await expect(page.getByRole('option').first()).toContainText('WWWW')
  await expect(page.getByRole('option', { name: 'Show everybody who matches “ada”' })).toBeVisible()
})
