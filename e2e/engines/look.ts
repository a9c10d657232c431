import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'

/** What a visitor sees. Runs in the browser, so it can use only what is in its own body. */
export function look() {
  const dialog = document.querySelector('dialog')
  const form = document.querySelector('form')
  const focused = document.activeElement
  const value = (name: string) => form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value
  return {
    // We use innerText because it leaves out the code of scripts, which visitors do not see.
    text: document.body.innerText,
    /**
     * True if the page is loaded and nothing on it is moving. An earlier click may miss the element that the visitor
     * sees.
     */
    isStill: document.readyState === 'complete' && !dialog?.getAnimations({ subtree: true }).length,
    isHydrated: Object.keys(form ?? {}).some((key) => key.startsWith('__reactProps')),
    isLocked: document.querySelector('[data-play]') !== null,
    isUnlocked: document.querySelector('iframe[title="Video Sales Letter"], video') !== null,
    isDialogOpen: dialog?.matches(':modal') ?? false,
    isFormShown: form?.checkVisibility() ?? false,
    submit: form?.querySelector('[type=submit]')?.textContent,
    focus:
      focused?.getAttribute('name') ??
      focused?.getAttribute('title') ??
      (focused?.matches('[data-play]') ? 'play' : focused?.localName),
    typed: [value('name'), value('email'), value('countryCode'), value('phone')],
    isTicked: form?.querySelector('[name=consent]:checked') != null,
    isRefused: form?.querySelector(':invalid') != null,
  }
}

/** Also waits until nothing is moving. */
export const sees = (browser: Browser, expected: Partial<Record<keyof ReturnType<typeof look>, unknown>>) =>
  expect(async () => {
    expect(await browser.evaluate(look)).toMatchObject({ isStill: true, ...expected })
  }).toPass({ intervals: [100], timeout: 60_000 })

/** Presses Tab between the texts. */
export async function typeInTurn(browser: Browser, texts: string[]) {
  for (const text of texts) {
    await browser.type(text)
    await browser.press('Tab')
  }
}
