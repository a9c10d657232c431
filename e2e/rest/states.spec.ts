import type { Page } from '@playwright/test'
import { findViolations } from '../accessibility.ts'
import { states } from '../states.ts'
import { expect, test } from '../test.ts'
import { hasWebFont } from '../web-font.ts'
import { expectPictures, expectWords } from './look.ts'

/** The console messages that the specification requires in a state (sections 2 and 8). */
const wantedMessages: Record<string, RegExp[]> = {
  'after a failure': [/net::ERR_FAILED/, /^The lead was not sent\./],
  'for an unknown path': [/404 \(Not Found\)/, /^404: no page at \/nowhere/],
  'after an application error': [/The dialog is broken/],
}

/** The layout of these states is another one on a wide screen. */
const wideStates = ['locked', 'with its dialog open', 'unlocked']

/** Below 44 pixels. */
const findSmallTargets = (page: Page) =>
  page
    .locator(':is(a, button, select, input:not([type=checkbox]), label:has([type=checkbox])):visible')
    .evaluateAll((elements) =>
      elements
        // Links inside a sentence may be smaller (WCAG 2.5.8). The honeypot field is left out because visitors do not
        // see it.
        .filter((element) => !element.closest('p a, label a, [aria-hidden]'))
        .map((element) => ({ html: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ html, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`),
    )

for (const [state, enter] of Object.entries(states)) {
  test(`the page ${state} looks as it should, can be used by everybody and logs what it should`, async ({
    page,
    lead,
    messages,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter(page, { ...lead, email: 'ada@example.com' })
    await expect.poll(() => hasWebFont(page)).toBe(true)
    await page.mouse.move(0, 0)
    // Axe checks only the layout for phones. This layout has all the elements, and more of them overlap than on a
    // wide screen.
    expect.soft(await findViolations(page), 'violations of accessibility').toEqual([])
    expect.soft(await findSmallTargets(page), 'small touch targets').toEqual([])

    await expectWords(page, state)
    // If there is nothing left to draw, Chromium may never say that the page is idle. The wait therefore has a limit.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })))
    const texts = messages.map((message) => message.text())
    const wanted = wantedMessages[state] ?? []
    expect(texts.filter((text) => !wanted.some((pattern) => pattern.test(text)))).toEqual([])
    for (const pattern of wanted) expect(texts.some((text) => pattern.test(text))).toBe(true)
    await expectPictures(page, state, wideStates.includes(state) ? [360, 1440] : [360])
  })
}
