import type { BrowserType, Page as PlaywrightPage } from '@playwright/test'
import puppeteer, { type Page as PuppeteerPage } from 'puppeteer-core'
import type { Browser } from './browser.ts'
import { deadProxy } from './dead-proxy.ts'

/** Opens a browser that Playwright drives. */
export async function openWithPlaywright(
  type: BrowserType,
  executablePath: string,
  args: string[] = [],
): Promise<Browser> {
  const proxy = { server: `http://${deadProxy.host}:${deadProxy.port}`, bypass: 'localhost' }
  const browser = await type.launch({ executablePath, args, proxy })
  return drive(await browser.newPage(), browser)
}

/** Opens a regular Firefox in a new profile with Puppeteer; Playwright drives only a Firefox of its own. */
export async function openWithPuppeteer(executablePath: string): Promise<Browser> {
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
  const page = await browser.newPage()
  return {
    ...drive(page, browser),
    // By the page itself: Firefox takes the error page of a frame, the player's, for the end of a reload that it was told.
    reload: () => page.evaluate(() => location.reload()),
  }
}

/** Drives a page of either library: the methods used here have the same names and arguments in both. */
function drive(page: PlaywrightPage | PuppeteerPage, browser: { close(): Promise<void> }): Browser {
  return {
    open: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
    reload: () => page.reload({ waitUntil: 'domcontentloaded' }),
    click: (selector) => page.click(selector),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    // TypeScript cannot call a union of two generic methods.
    evaluate: <Result>(read: () => Result) => (page as PlaywrightPage).evaluate(read) as Promise<Result>,
    close: () => browser.close(),
  }
}
