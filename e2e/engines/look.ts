import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'

/** Describes what a visitor sees of the page. This function runs in the browser, so it uses nothing from outside its body. */
export function look() {
  const dialog = document.querySelector('dialog')
  const form = document.querySelector('form')
  const focused = document.activeElement
  const value = (name: string) => form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value
  return {
    // Only innerText leaves out the text of scripts, which a visitor does not see.
    text: document.body.innerText,
    /** True if the page is loaded and nothing on it moves. Only then does a click reach what the visitor sees. */
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

/** Waits until the page shows this and nothing on it moves. */
export const sees = (browser: Browser, expected: Partial<Record<keyof ReturnType<typeof look>, unknown>>) =>
  expect(async () => {
    expect(await browser.evaluate(look)).toMatchObject({ isStill: true, ...expected })
  }).toPass({ intervals: [100], timeout: 60_000 })

/** Types each text into a field, and presses Tab to reach the next field. */
export async function typeInTurn(browser: Browser, texts: string[]) {
  for (const text of texts) {
    await browser.type(text)
    await browser.press('Tab')
  }
}
