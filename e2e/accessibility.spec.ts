import AxeBuilder from '@axe-core/playwright'
import { states } from './states.ts'
import { expect, test } from './test.ts'

// While a toast fades in it is translucent, and axe would measure the contrast of that moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const width of [360, 1440]) {
  for (const [state, enter] of Object.entries(states)) {
    test(`the page ${state} has no accessibility violation at ${width} pixels`, async ({ page, lead }) => {
      await page.setViewportSize({ width, height: 800 })
      await enter(page, lead)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)).toEqual([])
    })
  }
}
