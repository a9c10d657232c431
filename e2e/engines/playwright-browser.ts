import type { BrowserType } from '@playwright/test'
import type { Browser } from './browser.ts'
import { deadProxy } from './dead-proxy.ts'

/** One of the engines that Playwright drives by itself. */
export async function openPlaywrightBrowser(
  type: BrowserType,
  executablePath: string,
  args: string[] = [],
): Promise<Browser> {
  const proxy = { server: `http://${deadProxy.host}:${deadProxy.port}`, bypass: 'localhost' }
  const browser = await type.launch({ executablePath, args, proxy })
  const page = await browser.newPage()
  return {
    open: (url) => page.goto(url, { waitUntil: 'commit' }),
    reload: () => page.reload({ waitUntil: 'commit' }),
    click: (selector) => page.click(selector),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    evaluate: <Result>(read: () => Result) => page.evaluate(read) as Promise<Result>,
    close: () => browser.close(),
  }
}
