import type { Page } from '@playwright/test'
import { expect, hydrated, playButton, test } from '../test.ts'
import { hasWebFont } from '../web-font.ts'

/** New requests are added to this list as they are made. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  return scripts
}

/** Fetched but not run. New requests are added to this list as they are made. */
function watchFetches(page: Page): string[] {
  const fetched: string[] = []
  page.on(
    'request',
    (request) => request.resourceType() === 'fetch' && fetched.push(new URL(request.url()).pathname),
  )
  return fetched
}

const intents: Record<string, (page: Page) => Promise<unknown>> = {
  'the pointer enters the play button': (page) => playButton(page).hover(),
  'the play button gets the focus': (page) => playButton(page).focus(),
  'the dialog opens': (page) =>
    page.locator('dialog').evaluate((element: HTMLDialogElement) => element.showModal()),
}

for (const [intent, show] of Object.entries(intents)) {
  test(`no script is loaded before ${intent}, and all of them are loaded then`, async ({ page }) => {
    const [scripts, fetched] = [watchScripts(page), watchFetches(page)]
    await page.goto('/')
    await expect.poll(() => hasWebFont(page)).toBe(true)
    await page.waitForLoadState('networkidle')
    expect([...scripts, ...fetched]).toEqual([])
    expect(await page.evaluate(() => document.scripts.length)).toBe(3)
    const loaded = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'script')
    await show(page)
    await loaded
    await hydrated(page, '[data-play]')
    // No script may be requested twice, once by the loader and once by React.
    expect(await page.locator('head script').count()).toBe(new Set(scripts).size)
  })
}

for (const path of ['/nowhere', '/confirm/outcome/done'])
  test(`${path}, which has no form, loads no scripts`, async ({ page }) => {
    const [scripts, fetched] = [watchScripts(page), watchFetches(page)]
    await page.goto(path)
    await page.mouse.move(50, 50)
    await expect.poll(() => hasWebFont(page)).toBe(true)
    await page.waitForLoadState('networkidle')
    expect([...scripts, ...fetched]).toEqual([])
  })
