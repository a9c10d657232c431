import { spawn } from 'node:child_process'
import { expect } from '@playwright/test'
import { freePort } from '../../tests/kit/listen.ts'
import type { Browser } from './browser.ts'
import { deadProxy } from './dead-proxy.ts'
import { startDisplay } from './display.ts'

const keys = { ArrowLeft: '\uE012', Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

/** Opens the MiniBrowser of WebKitGTK through WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function openWebKit(driverPath: string): Promise<Browser> {
  const display = await startDisplay()
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], {
    // On a machine without a graphics card, WebKit paints faster if OpenGL is turned off.
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  })

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: JSON.stringify(body) })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
  await expect(() => call('GET', '/status')).toPass({ intervals: [50], timeout: 60_000 })
  // Otherwise the driver stops answering while a page waits for the video host, and also while the browser goes to
  // another page.
  const alwaysMatch = {
    pageLoadStrategy: 'none',
    timeouts: { script: 60_000 },
    proxy: { proxyType: 'manual', sslProxy: `${deadProxy.host}:${deadProxy.port}` },
  }
  const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch } })
  const post = (path: string, body = {}) => call('POST', `/session/${sessionId}${path}`, body)

  const act = (type: 'key' | 'pointer', actions: object[]) =>
    post('/actions', { actions: [{ type, id: type, actions }] })
  const type = (text: string) =>
    act(
      'key',
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )

  const evaluate = <Result>(read: () => Result): Promise<Result> =>
    post('/execute/sync', { script: `return (${read})()`, args: [] })

  return {
    // The driver does not wait until a page has loaded. If the next page is opened too soon, it sometimes never
    // appears.
    open: async (url) => {
      await evaluate(() => {
        document.documentElement.dataset.left = ''
      })
      await expect(async () => {
        await post('/url', { url })
        const isLeft = () => evaluate(() => document.documentElement?.dataset.left === undefined)
        await expect.poll(isLeft, { timeout: 10_000 }).toBe(true)
      }).toPass({ timeout: 60_000 })
      // A click has no effect before the page has been painted.
      const isPainted = () =>
        evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await expect.poll(isPainted, { timeout: 60_000 }).toBe(true)
    },
    reload: () => post('/refresh'),
    // The driver refuses a click on an element that moves away under it.
    click: (selector) =>
      expect(async () => {
        const element = await post('/element', { using: 'css selector', value: selector })
        await post(`/element/${Object.values(element)[0]}/click`)
      }).toPass({ intervals: [100], timeout: 10_000 }),
    clickAt: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type,
    press: (key) => type(keys[key]),
    evaluate,
    resize: (width, height) => post('/window/rect', { width, height }),
    prepare: async () => {},
    close: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => {})
      driver.kill()
      display.close()
    },
  }
}
