import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import type { Captions } from '../lib/video/captions.ts'
import { shownVideo } from '../lib/video/shown-video.ts'
import { type ExtraField, extraFields } from '../site/fields.ts'
import { test as base } from './second-site.ts'
import { newLead, type TestLead, visitorAddress } from './visitor.ts'

export { expect, type TestLead }

/** This HTML replaces the page of a video host. */
const hostsPlayer =
  '<!doctype html><html lang="en"><title>Player</title><main><h1>Player</h1><button>Play the video</button></main>'

/**
 * A Playwright test in which the video hosts are stubs. Each test has a visitor with an IP address of their own and a
 * unique email address. The fixtures also give access to a second site and to the messages on the console. Each test
 * fails if the page violates its policy. E2E_CPU_SLOWDOWN=4 makes each page four times slower.
 */
export const test = base.extend<{
  isPageHidden: boolean
  lead: TestLead
  messages: ConsoleMessage[]
  consoleErrors: string[]
  policy: undefined
}>({
  // While the tab counts as hidden, toasts do not disappear. Even a slow machine then has enough time to check them.
  isPageHidden: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  lead: async ({}, use) => {
    await use(newLead())
  },
  context: async ({ context, isPageHidden }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': visitorAddress() })
    await context.route(/\/\/(i\.ytimg\.com|vumbnail\.com)\//, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture(1280, 720) }),
    )
    await context.route(/\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: hostsPlayer }),
    )
    await context.route(/\/\/cdn\.example\.com\//, (route) => route.fulfill({ status: 404 }))
    if (isPageHidden)
      await context.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }))
    const rate = Number(process.env.E2E_CPU_SLOWDOWN ?? 1)
    context.on('page', async (page) => {
      if (rate > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
    })
    await use(context)
  },
  policy: [
    async ({ context }, use) => {
      const violations: string[] = []
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) violations.push(message.text())
      })
      await use(undefined)
      expect(violations, 'violations of the Content-Security-Policy').toEqual([])
    },
    { auto: true },
  ],
  messages: async ({ page }, use) => {
    const messages: ConsoleMessage[] = []
    page.on('console', (message) => messages.push(message))
    await use(messages)
  },
  consoleErrors: async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await use(errors)
  },
})

/** In pixels. In tests, it takes the place of the thumbnail from a video host. */
export function picture(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#468"/></svg>`
}

export const playButton = (page: Page) => page.getByRole('button', { name: 'Click to Watch Free Training' })
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Get Instant Access' })
export const submitButton = (page: Page) =>
  page.getByRole('button', { name: /^(CLAIM TRAINING>>|Processing\.\.\.)$/ })
export const player = (page: Page) => page.locator('iframe[title="Video Sales Letter"], video')

export async function fillFields(
  page: Page,
  { name, email, phone }: TestLead,
  country = 'US',
): Promise<void> {
  await page.getByLabel('Full name').clear()
  await page.getByLabel('Full name').pressSequentially(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Country').selectOption(country)
  await page.getByLabel('Phone').fill(phone)
  for (const { label, required } of Object.values<ExtraField>(extraFields))
    if (required) await page.getByLabel(label, { exact: true }).fill('Any text')
  await page.getByRole('checkbox').check()
}

/**
 * Fills in the form and moves the clock of the page forward. A form that is submitted too soon looks as if a bot had
 * filled it in.
 */
export async function fillLead(page: Page, lead: TestLead, country = 'US'): Promise<void> {
  await fillFields(page, lead, country)
  await letTimePass(page)
}

/**
 * Moves the clock of the page forward by two seconds. A form that is submitted sooner looks as if a bot had filled it
 * in.
 */
export async function letTimePass(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 2_000
  })
}

/** As if the operator had set another VIDEO_URL. */
export async function answerWithVideo(page: Page, videoUrl: string, captions?: Captions): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const response = await route.fetch()
      const answer = /"videoUrl":"[^"]+",(?:"host":"[^"]+",)?"captions":(?:"[^"]+"|\{"tracks":\[[^\]]*\]\})/
      const text = await response.text()
      expect(text).toMatch(answer)
      const body = text.replace(
        answer,
        JSON.stringify({ ...shownVideo(videoUrl), captions: captions ?? '$undefined' }).slice(1, -1),
      )
      return route.fulfill({ response, body })
    },
  )
}

/** Opens the page and its dialog, fills in the form and submits it. */
export async function submitLead(page: Page, lead: TestLead, url = '/', country = 'US'): Promise<void> {
  await openDialog(page, url)
  await fillLead(page, lead, country)
  await submitButton(page).click()
}

/** Opens the page, submits the form, and gets the video at this URL. */
export async function unlockWith(page: Page, lead: TestLead, videoUrl: string): Promise<void> {
  await answerWithVideo(page, videoUrl)
  await submitLead(page, lead)
  await expect(playButton(page)).toHaveCount(0)
}

export const scriptFiles = /\.js(\?|$)/

/** Returns a function that lets the files arrive. */
export async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await held
    await route.fallback().catch(() => {})
  })
  return release
}

/** Taps the play button before any script has arrived. Returns a function that lets the scripts arrive. */
export async function openWithoutScripts(page: Page, url = '/') {
  const release = await holdBack(page, scriptFiles)
  await page.goto(url, { waitUntil: 'commit' })
  await playButton(page).click()
  return release
}

/** Old browsers do not know `command` and `commandfor`. */
export async function withoutInvokerCommands(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // @ts-expect-error: TypeScript does not let a required property be deleted
    delete HTMLButtonElement.prototype.command
    // @ts-expect-error: TypeScript does not let a required property be deleted
    delete HTMLButtonElement.prototype.commandForElement
    document.addEventListener('command', (event) => event.preventDefault(), true)
  })
}

/**
 * Takes everything away that is newer than the oldest browsers that the page supports (docs/decisions.md). A dialog
 * then fires no `toggle` either.
 */
export async function withoutNewApis(page: Page): Promise<void> {
  await withoutInvokerCommands(page)
  await page.addInitScript(() => {
    window.addEventListener('toggle', (event) => event.stopImmediatePropagation(), true)
    // @ts-expect-error: TypeScript does not let a required property be deleted
    delete window.requestIdleCallback
    // @ts-expect-error: TypeScript does not let a required property be deleted
    delete HTMLDialogElement.prototype.closedBy
  })
}

/** Waits until React has hydrated the form. */
export async function openDialog(page: Page, url = '/'): Promise<void> {
  await page.goto(url)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await hydrated(page)
}

/** Breaks the fields of the dialog. They throw an error as soon as React uses them, and then the whole page fails. */
export async function breakFields(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // React sets this property when it hydrates or makes a field.
    Object.defineProperty(HTMLInputElement.prototype, 'defaultChecked', {
      set() {
        throw new Error('The dialog is broken')
      },
    })
  })
}

export async function openBroken(page: Page, url = '/'): Promise<void> {
  await breakFields(page)
  await page.goto(url)
  await playButton(page).hover()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
}

/**
 * Waits until React has hydrated an element (by default the form). React adds a property to each element that it has
 * hydrated.
 */
export async function hydrated(page: Page, selector = 'form'): Promise<void> {
  await page.waitForFunction((selector) => {
    const element = document.querySelector(selector)
    return element && Object.keys(element).some((key) => key.startsWith('__reactProps'))
  }, selector)
}

/** The one that the browser has chosen. */
export const posterSource = (page: Page): Promise<string> =>
  page.locator('picture img').evaluate((image: HTMLImageElement) => image.currentSrc)
