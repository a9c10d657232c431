import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { brand } from '../../site/brand.ts'
import { videoPrompt } from '../../site/copy.ts'
import { extraFields } from '../../site/fields.ts'
import { colors, paperColors } from '../../supabase/functions/_shared/colors.ts'
import { states } from '../states.ts'
import { dialog, expect, letTimePass, openDialog, playButton, player, submitButton, test } from '../test.ts'
import { hasWebFont } from '../web-font.ts'
import { findBrokenWords, findTooWide } from './text-fit.ts'

/** Returns the name, label, text or tag of the element that then has the focus. */
async function tab(page: Page): Promise<string> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLElement
    return focused.getAttribute('name') || focused.ariaLabel || focused.textContent.trim() || focused.tagName
  })
}

async function expectOnScreen(page: Page, element: Locator) {
  await expect(async () => {
    const { y, height } = (await element.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  }).toPass()
}

test('the page and its form can be used with the keyboard alone, in visual order', async ({ page, lead }) => {
  await page.goto('/')
  expect([await tab(page), await tab(page)]).toEqual([brand, videoPrompt])
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(playButton(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.keyboard.type(lead.name)
  expect(await tab(page)).toBe('email')
  await page.keyboard.type(lead.email)
  expect(await tab(page)).toBe('countryCode')
  await page.keyboard.press('ArrowDown')
  expect(await tab(page)).toBe('phone')
  await page.keyboard.type('020 7031 3000')
  for (const name of Object.keys(extraFields)) expect(await tab(page)).toBe(name)
  expect(await tab(page)).toBe('consent')
  await page.keyboard.press('Space')
  expect(await tab(page)).toBe('CLAIM TRAINING>>')
  await letTimePass(page)
  await page.keyboard.press('Enter')
  await expect(player(page)).toBeFocused()
})

test('the focus stays in the open dialog and is always visible', async ({ page }) => {
  await openDialog(page)
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      const isOnPage = focused !== document.body && !focused.closest('dialog')
      const { outlineStyle, outlineWidth } = getComputedStyle(focused)
      return {
        isOnPage,
        isVisible: focused === document.body || (outlineStyle !== 'none' && outlineWidth !== '0px'),
      }
    })
    expect(focus).toEqual({ isOnPage: false, isVisible: true })
  }
})

/** The width, and the colour of each pixel as `r,g,b`. */
async function pixelsOf(element: Locator) {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (pixel: number) => [...data.subarray(pixel * 3, pixel * 3 + 3)].join()
  return { ...info, colors: Array.from({ length: info.width * info.height }, (_, pixel) => at(pixel)) }
}

/** From #ffd23f to 255,210,63. */
const channelsOf = (hex: string) => [...Buffer.from(hex.slice(1), 'hex')].join()

test('the focus of the play button is seen on all four sides', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(playButton(page)).toBeFocused()
  const { width, height, colors: pixels } = await pixelsOf(playButton(page))
  const ink = channelsOf(colors.primaryForeground)
  const line = (length: number, at: (step: number) => number) =>
    Array.from({ length }, (_, step) => pixels[at(step)]).filter((color) => color === ink).length
  for (const depth of [7, height - 7])
    expect(line(width, (x) => depth * width + x)).toBeGreaterThan(width * 0.8)
  for (const depth of [7, width - 7])
    expect(line(height, (y) => y * width + depth)).toBeGreaterThan(height * 0.8)
})

test('nothing moves for a visitor who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  expect(await moving()).toBe(0)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  expect(await moving()).toBe(0)
})

test('every control has a visible border in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await openDialog(page)
  const controls = dialog(page).locator('[data-slot=input], [data-slot=native-select], [data-slot=button]')
  expect(await controls.count()).toBe(5 + Object.keys(extraFields).length)
  for (const control of await controls.all()) {
    const { borderTopColor, borderTopWidth, backgroundColor } = await control.evaluate((element) =>
      getComputedStyle(element),
    )
    expect(borderTopWidth).toBe('1px')
    expect(borderTopColor).not.toBe(backgroundColor)
  }
})

test('the dialog has an edge in forced colours, where its ground is that of the page', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await openDialog(page)
  await expect(dialog(page)).toHaveCSS('border-top', '1px solid rgb(255, 255, 255)')
})

test('in forced colours no text shows through the bar with the button', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await page.setViewportSize({ width: 375, height: 553 })
  await openDialog(page)
  const bar = submitButton(page).locator('..')
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
})

test('the country has its arrow and the consent its tick in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await openDialog(page)
  const country = await pixelsOf(page.getByLabel('Country'))
  const inner = country.colors.filter((_, pixel) => {
    const [x, y] = [pixel % country.width, Math.floor(pixel / country.width)]
    return x > country.width * 0.7 && x < country.width - 12 && y > 12 && y < country.height - 12
  })
  expect(new Set(inner).size, 'colours where the arrow is').toBeGreaterThan(1)
  const box = page.getByRole('checkbox')
  const unticked = (await pixelsOf(box)).colors
  await box.check()
  expect((await pixelsOf(box)).colors).not.toEqual(unticked)
  // Yellow on white would hardly be seen.
  const colorOf = (element: Locator) => element.evaluate((found) => getComputedStyle(found).color)
  expect(await colorOf(page.locator('[data-slot=checkbox-indicator]'))).toBe(
    await colorOf(page.locator('body')),
  )
})

test('an autofilled field keeps the colours of the page, so that its text can be read', async ({ page }) => {
  await openDialog(page)
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const email = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#lead-email' })
  await browser.send('CSS.forcePseudoState', { ...email, forcedPseudoClasses: ['autofill'] })
  const { colors: pixels } = await pixelsOf(page.getByLabel('Email'))
  const ground = channelsOf(paperColors.muted)
  expect(pixels.filter((color) => color === ground).length).toBeGreaterThan(pixels.length * 0.9)
  await expect(page.getByLabel('Email')).toHaveCSS(
    '-webkit-text-fill-color',
    `rgb(${channelsOf(paperColors.foreground).replaceAll(',', ', ')})`,
  )
})

for (const width of [320, 360])
  test(`with text at 200 % on ${width} pixels the play button, its prompt and every field are whole`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const isWhole = async (part: Locator) => {
      await part.scrollIntoViewIfNeeded()
      // The edge of a field can lie between two pixels. The browser may then say that the field is not completely
      // visible.
      await expect(part).toBeInViewport({ ratio: 0.99 })
    }
    await isWhole(playButton(page).locator('svg'))
    await isWhole(page.getByText('Click to Watch Free Training'))
    await playButton(page).click()
    for (const name of ['name', 'email', 'countryCode', 'phone', 'consent'])
      await isWhole(dialog(page).locator(`[name=${name}]`))
  })

test('with text at 200 % the bar with the button does not cover the field that has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await openDialog(page)
  const bar = submitButton(page).locator('..')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(async () => {
    const [field, over] = await Promise.all([page.getByLabel('Full name').boundingBox(), bar.boundingBox()])
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
  }).toPass({ timeout: 3_000 })
})

const wholeIn: (keyof typeof states)[] = [
  'locked',
  'with its dialog open',
  'with a field error',
  'after a failure',
  'unlocked',
  'for an unknown path',
]
for (const width of [320, 360])
  for (const state of wholeIn)
    test(`in a browser with text at 200 % on ${width} pixels, the page ${state} breaks no word and cuts nothing off`, async ({
      page,
      lead,
    }) => {
      await page.setViewportSize({ width, height: 740 })
      const browser = await page.context().newCDPSession(page)
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
      await states[state]?.(page, lead)
      await expect.poll(() => hasWebFont(page)).toBe(true)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      expect.soft(await findBrokenWords(page), 'broken words').toEqual([])
      expect.soft(await findTooWide(page), 'too wide').toEqual([])
      if (!(await dialog(page).isVisible())) return
      await submitButton(page).scrollIntoViewIfNeeded()
      await expectOnScreen(page, submitButton(page))
    })

test('zoomed or with text at 200 %, nothing is cut off and the form can be submitted', async ({ page }) => {
  await page.goto('/')
  const ways = [
    [640, 450, '100%'],
    [1280, 900, '200%'],
    [412, 823, '200%'],
    [360, 740, '200%'],
  ] as const
  const zoom = async ([width, height, fontSize]: (typeof ways)[number]) => {
    await page.setViewportSize({ width, height })
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, fontSize)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    // A card cuts off whatever is too wide for it, so the page does not get wider. Each card must therefore be
    // checked by itself.
    const cut = await page
      .locator('main :is(h1, h2, h3, p, button):visible')
      .evaluateAll((elements) =>
        elements
          .filter(
            (element) =>
              element.scrollWidth > element.clientWidth + 1 ||
              element.getBoundingClientRect().right > innerWidth,
          )
          .map((element) => element.textContent),
      )
    expect(cut, 'texts that are cut off').toEqual([])
  }
  for (const way of ways) await zoom(way)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  for (const way of ways) {
    await zoom(way)
    expect(await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await submitButton(page).scrollIntoViewIfNeeded()
    await expectOnScreen(page, submitButton(page))
  }
})

for (const [how, width, height] of [
  ['a phone of 375×667 pixels with its keyboard open', 375, 407],
  ['a phone in landscape', 667, 375],
  ['a phone in landscape with its keyboard open', 667, 180],
] as const) {
  test(`on ${how} every field is visible while it is filled in, and the form can be submitted and closed`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width })
    await openDialog(page)
    await page.setViewportSize({ width, height })
    for (const name of ['name', 'email', 'countryCode', 'phone', 'consent']) {
      const field = dialog(page).locator(`[name=${name}]`)
      // When a phone opens its keyboard, it scrolls the focused field into view. In this test, moving the focus does
      // the same.
      await field.blur()
      await field.focus()
      await expectOnScreen(page, field)
    }
    for (const button of [submitButton(page), page.getByRole('button', { name: 'Close' })]) {
      await button.scrollIntoViewIfNeeded()
      await expectOnScreen(page, button)
    }
  })
}
