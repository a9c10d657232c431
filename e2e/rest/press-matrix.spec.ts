import type { Page } from '@playwright/test'
import type { Browser } from '../engines/browser.ts'
import { engineNames } from '../engines/engines.ts'
import { look } from '../engines/look.ts'
import { test as engineTest } from '../engines/test.ts'
import { siteUrl } from '../settings.ts'
import { openSlowEnd } from '../slow-end.ts'
import { expect, test } from '../test.ts'

// No press on play is lost and none counts twice, wherever it hits and however long it takes. Each test prints how many
// of its presses left one open form that was not submitted.

const sizes = [
  [320, 568],
  [360, 640],
  [390, 844],
  [667, 375],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const
const places = [0.04, 0.35, 0.65, 0.96].flatMap((down) =>
  [0.03, 0.25, 0.5, 0.75, 0.97].map((across) => ({ across, down })),
)
type Place = (typeof places)[number]
type Point = [x: number, y: number]

const ways: Record<string, (page: Page, ...point: Point) => Promise<void>> = {
  single: (page, ...point) => page.mouse.click(...point),
  double: (page, ...point) => page.mouse.dblclick(...point),
  'again after half a second': async (page, ...point) => {
    await page.mouse.click(...point)
    await page.waitForTimeout(500)
    await page.mouse.click(...point)
  },
  held: (page, ...point) => page.mouse.click(...point, { delay: 1_200 }),
  tap: (page, ...point) => page.touchscreen.tap(...point),
  'double tap': async (page, ...point) => {
    await page.touchscreen.tap(...point)
    await page.touchscreen.tap(...point)
  },
}

const keys: Record<string, (page: Page) => Promise<void>> = {
  Enter: (page) => page.keyboard.press('Enter'),
  'held Enter': async (page) => {
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  },
}

/** Scrolls this place of the play button into the middle. Returns where it is then. */
async function find(page: Page, { across, down }: Place): Promise<Point> {
  return page.evaluate(
    ([across, down]) => {
      const box = () => document.querySelector('[data-play]')?.getBoundingClientRect() as DOMRect
      scrollBy({ top: box().y + box().height * down - innerHeight / 2, behavior: 'instant' })
      const { x, y, width, height } = box()
      return [x + width * across, y + height * down]
    },
    [across, down] as const,
  )
}

/** Once the form is open and the page locked, what is wrong a moment later. */
async function findFault(page: Page): Promise<string> {
  const isOpen = () =>
    document.querySelector('dialog:modal') !== null && document.documentElement.style.overflow === 'hidden'
  await page.waitForFunction(isOpen, undefined, { timeout: 20_000 }).catch(() => {})
  await page.waitForTimeout(100)
  return page.evaluate(() => {
    if (document.querySelectorAll('dialog:modal').length !== 1) return 'no form'
    if (document.documentElement.style.overflow !== 'hidden') return 'the page is not locked'
    if (document.querySelector('form :user-invalid, form [aria-invalid=true]'))
      return 'the form was submitted'
    return ''
  })
}

/** Waits until the page is as before. */
async function close(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog:modal')).toHaveCount(0)
  // Two presses within a second are one.
  await page.waitForTimeout(1_100)
}

function report(about: string, faults: string[], count: number) {
  console.info(`${about}: ${count - faults.length} of ${count}`)
  expect(faults).toEqual([])
}

for (const [width, height] of sizes)
  test.describe(`at ${width}x${height}`, () => {
    test.use({ viewport: { width, height } })
    for (const [name, press] of Object.entries(ways))
      test.describe(name, () => {
        test.use({ hasTouch: name.includes('tap') })
        test(`${name}: each press opens the form`, async ({ page }) => {
          const faults: string[] = []
          await page.goto('/')
          for (const place of places) {
            await press(page, ...(await find(page, place)))
            const fault = await findFault(page)
            if (fault) faults.push(`${place.across}, ${place.down}: ${fault}`)
            await close(page)
          }
          report(`${name} at ${width}x${height}`, faults, places.length)
        })
      })

    for (const [name, press] of Object.entries(keys))
      test(`${name} opens the form`, async ({ page }) => {
        await page.goto('/')
        await page.locator('[data-play]').focus()
        await press(page)
        const fault = await findFault(page)
        report(`${name} at ${width}x${height}`, fault ? [fault] : [], 1)
      })

    test('a press before the loader opens the form', async ({ page }) => {
      const faults: string[] = []
      const front = await openSlowEnd()
      for (const place of places) {
        front.hold()
        await page.goto(front.url, { waitUntil: 'commit' })
        await page.locator('[data-play]').waitFor()
        await page.mouse.click(...(await find(page, place)))
        front.release()
        const fault = await findFault(page)
        if (fault) faults.push(`${place.across}, ${place.down}: ${fault}`)
      }
      front.close()
      report(`before the loader at ${width}x${height}`, faults, places.length)
    })
  })

/** Of the play button. Runs in the browser. */
const middle = () => {
  const play = document.querySelector('[data-play]') as Element
  play.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = play.getBoundingClientRect()
  return { x, y, width, height }
}

for (const engine of engineNames.filter((name) => name !== 'chromium'))
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const)
    engineTest(`in ${engine} at ${width}x${height} each press opens the form`, async ({ closing, open }) => {
      const browser = await open(engine)
      const front = await openSlowEnd()
      closing.push(front)
      await browser.resize(width, height)
      const at = async ({ across, down }: Place): Promise<Point> => {
        const box = await browser.evaluate(middle)
        return [Math.round(box.x + box.width * across), Math.round(box.y + box.height * down)]
      }
      const engineWays: Record<string, (browser: Browser, place: Place) => Promise<unknown>> = {
        single: async (browser, place) => browser.clickAt(...(await at(place))),
        double: async (browser, place) => {
          const point = await at(place)
          await browser.clickAt(...point)
          await browser.clickAt(...point)
        },
        Enter: async (browser) => {
          await browser.evaluate(() => document.querySelector<HTMLElement>('[data-play]')?.focus())
          await browser.press('Enter')
        },
      }
      const isOpen = () => browser.evaluate(look).then(({ isDialogOpen }) => isDialogOpen)
      const becomes = async (open: boolean) => {
        await expect.poll(isOpen, { timeout: 20_000 }).toBe(open)
        await new Promise((resolve) => setTimeout(resolve, 300))
        return (await isOpen()) === open
      }
      for (const [name, press] of Object.entries(engineWays)) {
        const faults: string[] = []
        await browser.open(siteUrl)
        const tried = name === 'Enter' ? places.slice(0, 1) : places
        for (const place of tried) {
          await press(browser, place)
          if (!(await becomes(true).catch(() => false))) faults.push(`${place.across}, ${place.down}`)
          await browser.press('Escape')
          await becomes(false)
          await new Promise((resolve) => setTimeout(resolve, 1_000))
        }
        report(`${name} in ${engine} at ${width}x${height}`, faults, tried.length)
      }
      const faults: string[] = []
      for (const place of places.slice(0, 5)) {
        front.hold()
        const opened = browser.open(front.url)
        await expect
          .poll(() =>
            browser.evaluate(
              () => performance.getEntriesByName('first-contentful-paint').length > 0 && !window.takeChanges,
            ),
          )
          .toBe(true)
        await browser.clickAt(...(await at(place)))
        front.release()
        await opened
        if (!(await becomes(true).catch(() => false))) faults.push(`${place.across}, ${place.down}`)
      }
      report(`before the loader in ${engine} at ${width}x${height}`, faults, 5)
    })
