import { chromiumArgs, chromiumPath } from '../chromium.ts'
import { states } from '../states.ts'
import { dialog, expect, submitButton, test } from '../test.ts'
import { hasWebFont } from '../web-font.ts'
import { findBrokenWords, findTooWide } from './text-fit.ts'

// The visitor has set this minimum in the settings of the browser. The protocol for developers has no command for it.
test.use({
  launchOptions: {
    executablePath: await chromiumPath(),
    args: [...chromiumArgs, '--blink-settings=minimumFontSize=24'],
  },
})

for (const state of ['locked', 'with its dialog open', 'unlocked', 'for an unknown path'] as const)
  test(`in a browser with a minimum font size of 24 pixels, the page ${state} breaks no word and cuts nothing off`, async ({
    page,
    lead,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await states[state]?.(page, lead)
    await expect.poll(() => hasWebFont(page)).toBe(true)
    const footer = page.locator('footer p')
    const height = await footer.evaluate((text) => text.getBoundingClientRect().height)
    expect(height, 'the minimum applies').toBeGreaterThan(30)
    expect.soft(await findBrokenWords(page), 'broken words').toEqual([])
    expect.soft(await findTooWide(page), 'too wide').toEqual([])
    if (!(await dialog(page).isVisible())) return
    await submitButton(page).scrollIntoViewIfNeeded()
    await expect(submitButton(page)).toBeInViewport({ ratio: 1 })
  })
