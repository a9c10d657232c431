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

test('the toast after the unlock covers neither logo nor headline, nor in a window of 600 pixels the player', async ({
  page,
  lead,
}) => {
  await submitLead(page, lead)
  await expect(player(page)).toBeVisible()
  const toast = page.locator('[data-sonner-toast]', { hasText: 'Success!' })
  // A headline is as wide as its column, so its words are measured and not its box.
  const covers = (selector: string) =>
    toast.evaluate((toast, selector) => {
      const part = document.querySelector(selector)
      if (!part) return
      const words = new Range()
      words.selectNodeContents(part)
      const one = toast.getBoundingClientRect()
      return [...(part.matches('h1') ? words.getClientRects() : part.getClientRects())].some(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
    }, selector)
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    const size = `${width}×${height}`
    for (const part of ['header a', 'h1', ...(height < 600 && width < 600 ? [] : ['video'])])
      await expect.poll(() => covers(part), `${part} ${size}`).toBe(false)
    await expect(toast, size).toBeInViewport({ ratio: 1 })
  }
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
