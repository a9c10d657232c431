import type { BrowserType, Page as PlaywrightPage } from '@playwright/test'
import puppeteer, { type Page as PuppeteerPage } from 'puppeteer-core'
import type { Browser, Program } from './browser.ts'
import { deadProxy } from './dead-proxy.ts'

export async function launchWithPlaywright(
  type: BrowserType,
  executablePath: string,
  args: string[] = [],
): Promise<Program> {
  const proxy = { server: `http://${deadProxy.host}:${deadProxy.port}`, bypass: 'localhost' }
  const browser = await type.launch({ executablePath, args, proxy })
  return {
    async open() {
      const context = await browser.newContext()
      return drive(await context.newPage(), context)
    },
    close: () => browser.close(),
  }
}

/** In a new profile, with Puppeteer: Playwright controls only its own Firefox. */
export async function launchWithPuppeteer(executablePath: string): Promise<Program> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: null,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.ssl': deadProxy.host,
      'network.proxy.ssl_port': deadProxy.port,
    },
  })
  return {
    async open() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      return {
        ...drive(page, context),
        // A script in the page starts the reload. If Puppeteer started it, Firefox would mistake the error page
        // inside the player for the reloaded page.
        reload: () => page.evaluate(() => location.reload()),
      }
    },
    close: () => browser.close(),
  }
}

/** The methods that we use have the same names and arguments in both libraries. */
function drive(page: PlaywrightPage | PuppeteerPage, context: { close(): Promise<void> }): Browser {
  // Both libraries have this event, and TypeScript cannot call a union of generic methods.
  ;(page as PlaywrightPage).on('dialog', (dialog) => dialog.dismiss())
  return {
    open: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
    reload: () => page.reload({ waitUntil: 'domcontentloaded' }),
    click: (selector) => page.click(selector),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    // This method is generic in both libraries, and TypeScript cannot call a union of generic methods.
    evaluate: <Result>(read: () => Result) => (page as PlaywrightPage).evaluate(read) as Promise<Result>,
    resize: (width, height) =>
      'setViewport' in page ? page.setViewport({ width, height }) : page.setViewportSize({ width, height }),
    prepare: (run) => ('addInitScript' in page ? page.addInitScript(run) : page.evaluateOnNewDocument(run)),
    close: () => context.close(),
  }
}
