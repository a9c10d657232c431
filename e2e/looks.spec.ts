import { states } from './states.ts'
import { expect, test } from './test.ts'
import { hasWebFont } from './web-font.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const width of [360, 768, 1440]) {
  for (const [state, enter] of Object.entries(states)) {
    test(`the page ${state} looks as it should at ${width} pixels`, async ({ page, lead }) => {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
      await enter(page, { ...lead, email: 'ada@example.com' })
      await expect.poll(() => hasWebFont(page)).toBe(true)
      await page.mouse.move(0, 0)
      await expect(page).toHaveScreenshot(`${state.replaceAll(' ', '-')}-${width}.png`, {
        // Versions of Chromium differ slightly in how they smooth letters.
        maxDiffPixelRatio: 0.01,
      })
    })
  }
}
