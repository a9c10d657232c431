import type { Locator } from '@playwright/test'
import { dialog, expect, openDialog, playButton, player, submitButton, submitLead, test } from '../test.ts'

const windows = [
  [1440, 900],
  [1440, 789],
  [1536, 730],
  [1366, 625],
  [1280, 593],
  [1024, 698],
  [768, 1024],
  [412, 780],
  [360, 640],
  [375, 553],
  [320, 568],
  [844, 390],
  [667, 375],
] as const

for (const [width, height] of windows) {
  test(`in a window of ${width}×${height} the play button and its prompt are seen without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    for (const part of [playButton(page).locator('svg'), page.getByText('Click to Watch Free Training')])
      await expect(part).toBeInViewport({ ratio: 1 })
  })

  test(`in a window of ${width}×${height} the form opens with its title, first field and button in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openDialog(page)
    const parts = [dialog(page).getByRole('heading'), page.getByLabel('Full name'), submitButton(page)]
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
    const isCovered = await submitButton(page).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isCovered).toBe(false)
  })
}

test('no toast covers logo, badge, headline, title, close button or what is to be pressed', async ({
  page,
  lead,
}) => {
  const sizes = [
    ...windows,
    [700, 500],
    [768, 600],
    [1000, 700],
    [900, 800],
    [1366, 768],
    [1920, 1080],
  ] as const
  // A headline is as wide as its column, so its words are measured and not its box.
  const covers = (toast: Locator, selector: string) =>
    toast.evaluate((toast, selector) => {
      const part = document.querySelector(selector)
      if (!part) throw new Error(`${selector} is missing`)
      const words = new Range()
      words.selectNodeContents(part)
      const one = toast.getBoundingClientRect()
      return [...(part.matches('h1, h2') ? words.getClientRects() : part.getClientRects())].some(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
    }, selector)
  const expectUncovered = async (
    text: string,
    parts: string[],
    among: readonly (readonly [number, number])[] = sizes,
  ) => {
    const toast = page.locator('[data-sonner-toast]:visible', { hasText: text })
    await expect(toast).toBeVisible()
    for (const [width, height] of among) {
      await page.setViewportSize({ width, height })
      // On the smallest phones a toast covers the headline, and not the player (toast.spec.ts).
      const isSmallest = width < 640 && height < 608
      for (const part of parts.filter((part) => !isSmallest || !/badge|h1/.test(part)))
        await expect.poll(() => covers(toast, part), `${part} ${width}×${height}`).toBe(false)
      await expect(toast, `${width}×${height}`).toBeInViewport({ ratio: 1 })
    }
  }
  const top = ['header a', '[data-slot=badge]', 'h1']
  const failure = 'There was a problem'
  const { promise: isClosed, resolve: fail } = Promise.withResolvers<void>()
  let posts = 0
  await page.route('/', async (route) => {
    if (route.request().method() !== 'POST' || posts > 1) return route.fallback()
    if (posts++) await isClosed
    return route.abort()
  })
  await submitLead(page, lead)
  await expectUncovered(failure, ['#lead-title', 'dialog [command=close]', 'dialog [type=submit]'])
  await submitButton(page).click()
  await page.keyboard.press('Escape')
  fail()
  await expectUncovered(failure, [...top, '[data-play] svg'])
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  await expectUncovered('Success!', top)
  const roomy = windows.filter(([width, height]) => width >= 600 || height >= 600)
  await expectUncovered('Success!', ['video'], roomy)
})

test('in a 4K window the page is as large as on a laptop and not a narrow band', async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 })
  await page.goto('/')
  expect((await playButton(page).boundingBox())?.width).toBeGreaterThan(0.45 * 3840)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [width, height] of [
    [1366, 625],
    [1024, 698],
    [667, 375],
    [360, 740],
  ] as const)
    test(`the form is whole in a window of ${width}×${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      const form = (await page.locator('dialog').boundingBox()) ?? { x: 0, width: 0 }
      const parts = page.locator('dialog :is(h2, p, input, select, button[type=submit]):visible')
      await expect(parts).not.toHaveCount(0)
      for (const part of await parts.all()) {
        const { x, width } = (await part.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }
        expect(x).toBeGreaterThan(form.x)
        expect(x + width).toBeLessThan(form.x + form.width)
      }
    })
})
