import { existsSync } from 'node:fs'
import { ownPoster } from '../../lib/video/poster.ts'
import { sample } from '../../lib/video/sample.ts'
import { siteUrl } from '../settings.ts'
import { expect, holdBack, posterSource, test } from '../test.ts'
import { hasWebFont } from '../web-font.ts'

const posterFolder = existsSync(`public${ownPoster}`) ? ownPoster : sample.poster

test('a phone gets the smaller poster', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect.poll(() => posterSource(page)).toBe(`${siteUrl}${posterFolder}/phone.avif`)
})

test('the large scripts tell the browser to compile them while they load', async ({ page, request }) => {
  await page.goto('/')
  const scripts = await page
    .locator('template')
    .evaluate((template: HTMLTemplateElement) =>
      [...template.content.querySelectorAll('script')].map((script) => script.getAttribute('src') ?? ''),
    )
  const texts = await Promise.all(scripts.map(async (script) => (await request.get(script)).text()))
  const large = texts.filter(({ length }) => length > 50_000)
  expect(large.length).toBeGreaterThan(1)
  for (const text of large) expect(text).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test('once the web font is loaded, nothing observes the page any more', async ({ page }) => {
  await page.addInitScript(() => {
    const watched = new Set<PerformanceObserver>()
    const { observe, disconnect } = PerformanceObserver.prototype
    PerformanceObserver.prototype.observe = function (options) {
      watched.add(this)
      observe.call(this, options)
    }
    PerformanceObserver.prototype.disconnect = function () {
      watched.delete(this)
      disconnect.call(this)
    }
    Object.assign(window, { watched })
  })
  await page.goto('/')
  await expect.poll(() => hasWebFont(page)).toBe(true)
  expect(await page.evaluate('watched.size')).toBe(0)
})

test('on paper, where no background is printed, every word has ink, and the poster stands between them', async ({
  page,
}) => {
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  const { words, faint } = await page.evaluate(() => {
    const words = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (element) =>
        element.checkVisibility() &&
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    )
    const isFaint = (element: HTMLElement) => {
      const { color, webkitTextFillColor } = getComputedStyle(element)
      return (
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        [color, webkitTextFillColor].some((ink) => /[,/] ?0(\.\d+)?\)$/.test(ink))
      )
    }
    return {
      words: words.map((element) => element.textContent).join(),
      faint: words.filter(isFaint).map((element) => element.outerHTML.slice(0, 80)),
    }
  })
  for (const part of ['monthly income', 'guaranteed paying client', '© 2025']) expect(words).toContain(part)
  expect(words).not.toContain('Get Instant Access')
  expect(faint).toEqual([])
  await expect(page.locator('picture img')).toBeVisible()
})

test('a web font that loads late does not shift the layout', async ({ page }) => {
  const release = await holdBack(page, /\.woff2(\?|$)/)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const standIn = await page.evaluate(async () => (await document.fonts.load('1rem "Host Grotesk"')).length)
  expect(standIn, 'Arial, Liberation Sans or Roboto is installed').toBe(1)
  const boxes = async () => {
    const found: string[] = []
    for (const width of [360, 412, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const texts = page.locator('header a, main p, h1, h2, h3, [data-play] > :last-child')
      const places = await texts.evaluateAll((elements) =>
        elements.map((element) => {
          const { top, height } = element.getBoundingClientRect()
          return `${element.tagName} ${top.toFixed(0)} ${height.toFixed(0)}`
        }),
      )
      found.push(`${width}`, ...places)
    }
    return found
  }
  const before = await boxes()
  expect(await hasWebFont(page)).toBe(false)
  release()
  await expect.poll(() => hasWebFont(page)).toBe(true)
  expect(await boxes()).toEqual(before)
})
