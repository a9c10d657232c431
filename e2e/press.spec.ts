import { openSlowEnd } from './slow-end.ts'
import { dialog, expect, playButton, test, withoutInvokerCommands } from './test.ts'

type Box = Record<'x' | 'y' | 'width' | 'height', number>

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 667, height: 375 },
]
const places = [
  [0.5, 0.5],
  [0.03, 0.5],
  [0.97, 0.5],
  [0.5, 0.97],
] as const

for (const viewport of sizes)
  test.describe(`at ${viewport.width}x${viewport.height}`, () => {
    test.use({ viewport })

    test('two presses on play within a second are one, wherever they hit', async ({ page }) => {
      await page.addInitScript(() => {
        const presses: number[] = []
        addEventListener('mousedown', ({ timeStamp }) => presses.push(timeStamp), true)
        Object.assign(window, { msBetweenPresses: () => (presses.at(-1) ?? 0) - (presses.at(-2) ?? 0) })
      })
      /** Presses twice, and again if the machine was so slow that these were two presses. */
      const pressTwice = async ([across, down]: (typeof places)[number], second: number) => {
        for (;;) {
          await page.goto('/')
          const { x, y, width, height } = (await playButton(page).boundingBox()) as Box
          const place = [x + width * across, Math.min(y + height * down, viewport.height - 5)] as const
          await page.mouse.click(...place)
          await expect(dialog(page)).toBeVisible()
          await page.mouse.down({ clickCount: second })
          await page.mouse.up({ clickCount: second })
          if (((await page.evaluate('msBetweenPresses()')) as number) < 1_000) return
        }
      }
      for (const place of places)
        for (const second of [2, 1]) {
          await pressTwice(place, second)
          await expect(dialog(page), `${place}`).toBeVisible()
          await expect(page.locator('dialog:modal')).toHaveCount(1)
          await expect(page.getByRole('checkbox')).not.toBeChecked()
        }
    })
  })

test('a held Enter on play opens the form, and does not submit it', async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('invalid', () => document.documentElement.setAttribute('data-refused', ''), true),
  )
  await page.goto('/')
  await playButton(page).focus()
  for (let count = 0; count < 10; count += 1) await page.keyboard.down('Enter')
  await expect(dialog(page)).toBeVisible()
  for (let count = 0; count < 10; count += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.locator('html[data-refused]')).toHaveCount(0)
})

for (const isLater of [false, true])
  test(`an address with #training opens the form, ${isLater ? 'also if it gets it later' : 'at once'}`, async ({
    page,
  }) => {
    await page.goto(isLater ? '/' : '/#training')
    await expect(playButton(page)).toBeVisible()
    if (isLater) await page.evaluate(() => location.assign('#training'))
    await expect(page.locator('dialog:modal')).toBeVisible()
  })

for (const isOld of [false, true])
  test(`a press before the last bytes counts ${isOld ? 'in an old browser' : 'like any other'}`, async ({
    page,
  }) => {
    const front = await openSlowEnd()
    if (isOld) await withoutInvokerCommands(page)
    await page.addInitScript(() => {
      self.dataLayer = []
    })
    await page.goto(front.url, { waitUntil: 'commit' })
    await playButton(page).click()
    if (!isOld) await expect(dialog(page)).toBeVisible()
    front.release()
    await expect(page.locator('dialog:modal')).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    await expect.poll(() => page.locator('head > script[src]').count()).toBeGreaterThan(0)
    const events = () =>
      page.evaluate(() => (self.dataLayer as { event: string }[]).map(({ event }) => event))
    expect(await events()).toEqual(expect.arrayContaining(['play_clicked', 'dialog_opened']))
    front.close()
  })
