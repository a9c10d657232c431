import { expect, playButton, test } from './test.ts'

const windows = [
  [1366, 625],
  [1280, 593],
  [1440, 789],
  [1536, 730],
  [1024, 698],
  [375, 553],
  [320, 568],
  [360, 640],
  [412, 780],
] as const

for (const [width, height] of windows)
  test(`a visitor with a window of ${width}×${height} sees the play button and its prompt without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    for (const part of [playButton(page).locator('svg'), page.getByText('Click to Watch Free Training')])
      await expect(part).toBeInViewport({ ratio: 1 })
  })
