import { test as base, expect, type Page } from '@playwright/test'
import { newLead, type TestLead, visitorAddress } from './visitor.ts'

export { expect, type TestLead }

/**
 * The page under test with what every test needs: the video hosts answered here (there is no network), an address
 * of the visitor's own, a lead nobody else submits, and a watch on the console.
 */
export const test = base.extend<{ lead: TestLead; consoleErrors: string[]; policy: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  lead: async ({}, use) => {
    await use(newLead())
  },
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': visitorAddress() })
    await context.route(/\/\/(i\.ytimg\.com|vumbnail\.com)\//, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture(1280, 720) }),
    )
    await context.route(/\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
    )
    await context.route(/\/\/cdn\.example\.com\//, (route) => route.fulfill({ status: 404 }))
    await use(context)
  },
  policy: [
    async ({ context }, use) => {
      const violations: string[] = []
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) violations.push(message.text())
      })
      await use(undefined)
      expect(violations, 'nothing on the page breaks its Content-Security-Policy').toEqual([])
    },
    { auto: true },
  ],
  consoleErrors: async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await use(errors)
  },
})

/** A picture of that many pixels, as a video host would answer. */
export function picture(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#468"/></svg>`
}

export const playButton = (page: Page) => page.getByRole('button', { name: 'Click to Watch Free Training' })
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Get Instant Access' })
export const submitButton = (page: Page) =>
  page.getByRole('button', { name: /^(CLAIM TRAINING>>|Processing\.\.\.)$/ })
export const player = (page: Page) => page.locator('iframe[title="Video Sales Letter"]')

/** Fills in a lead, and takes the time that a person takes: a form sent sooner is a script's. */
export async function fillLead(page: Page, { name, email, phone }: TestLead, country = 'US'): Promise<void> {
  await page.getByLabel('Full name').pressSequentially(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Country').selectOption(country)
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('checkbox').check()
  await page.waitForFunction(() => performance.now() > 2_000)
}

export const scriptFiles = /\.js(\?|$)/

/** Holds the files back whose address matches; returns what lets them go. */
export async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  return release
}

/** Has the page take the browser for one that is older than `command` and `commandfor`. */
export async function withoutInvokerCommands(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // @ts-expect-error: TypeScript has the property as always there
    delete HTMLButtonElement.prototype.command
    // @ts-expect-error: likewise
    delete HTMLButtonElement.prototype.commandForElement
    document.addEventListener('command', (event) => event.preventDefault(), true)
  })
}

/** Opens the page and its dialog, with the form's code loaded. */
export async function openDialog(page: Page, url = '/'): Promise<void> {
  await page.goto(url)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await hydrated(page)
}

/** Opens the page in a browser in which its dialog throws once React is there, so that all of it fails. */
export async function openBroken(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let listeners = 0
    HTMLDialogElement.prototype.addEventListener = function (...args: [string, EventListener]) {
      if (args[0] === 'toggle') listeners += 1
      // The loader's is the first.
      if (listeners > 1) throw new Error('The dialog is broken')
      EventTarget.prototype.addEventListener.apply(this, args)
    }
  })
  await page.goto('/')
  await playButton(page).hover()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
}

/** Waits until the form's code has taken over; React marks the elements that it owns. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector('form')
    return form && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })
}
