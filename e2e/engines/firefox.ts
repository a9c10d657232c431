import puppeteer from 'puppeteer-core'
import type { Browser } from './browser.ts'
import { deadProxy } from './dead-proxy.ts'

/** A Firefox as it is sold, in a fresh profile: Playwright drives only its own build. */
export async function openFirefox(executablePath: string): Promise<Browser> {
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
    open: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
    reload: () => page.reload({ waitUntil: 'domcontentloaded' }),
    click: (selector) => page.click(selector),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    evaluate: <Result>(read: () => Result) => page.evaluate(read) as Promise<Result>,
    close: () => browser.close(),
  }
}
