import { expect } from '@playwright/test'
import type { Browser } from '../engines/browser.ts'
import { engineNames } from '../engines/engines.ts'
import { openFront, type ScriptWay } from '../engines/front.ts'
import { look, sees, typeInTurn } from '../engines/look.ts'
import { test } from '../engines/test.ts'
import { newLead } from '../visitor.ts'

/** The browser posts the form natively for these. */
const natively: Record<string, { scripts: ScriptWay; isDeployed?: boolean }> = {
  'because the site was deployed meanwhile': { scripts: 'on time', isDeployed: true },
  'because the scripts do not load': { scripts: 'blocked' },
}

/**
 * Goes back, but only after this call has returned. The driver never answers a call if its page has gone away
 * meanwhile.
 */
const goBack = (browser: Browser) => browser.evaluate(() => void setTimeout(() => history.back()))

async function submit(browser: Browser) {
  await browser.click('[name=consent]')
  await sees(browser, { isTicked: true })
  // If the form is submitted sooner, it looks as if a bot had filled it in.
  await expect.poll(() => browser.evaluate(() => performance.now())).toBeGreaterThan(2_000)
  await browser.click('[type=submit]')
  await sees(browser, { isUnlocked: true, isFormShown: false })
}

/** Returns what was in the text fields. */
async function unlock(browser: Browser, url: string, isHydrated: boolean) {
  const { name, email, phone } = newLead()
  const typed = [name, email, 'US', phone]
  await browser.open(url)
  await browser.click('[data-play]')
  await sees(browser, { isDialogOpen: true, isHydrated, focus: 'name' })
  await typeInTurn(browser, typed)
  await sees(browser, { typed })
  await submit(browser)
  return typed
}

// When Playwright controls Chromium, it turns the back/forward cache off.
for (const engine of engineNames.filter((name) => name !== 'chromium')) {
  test.describe(`in ${engine}`, () => {
    // The tests run one after another, so that one worker starts the browser only once.
    test.describe.configure({ mode: 'default' })

    for (const [reason, { scripts, isDeployed }] of Object.entries(natively)) {
      test(`Back from the answer to a form posted natively ${reason} shows what was typed in a form that works`, async ({
        closing,
        open,
      }) => {
        const front = await openFront(scripts, isDeployed)
        closing.push(front)
        const browser = await open(engine)
        const typed = await unlock(browser, front.url, scripts === 'on time')
        await goBack(browser)
        await sees(browser, {
          isLocked: true,
          isUnlocked: false,
          submit: 'CLAIM TRAINING>>',
          typed,
          isTicked: false,
        })
        const { isDialogOpen } = await browser.evaluate(look)
        if (!isDialogOpen) await browser.click('[data-play]')
        await sees(browser, { isDialogOpen: true })
        await submit(browser)
      })
    }

    for (const scripts of ['on time', 'blocked'] as const)
      test(`Back from another page to the page unlocked with its scripts ${scripts} shows the video or, if the browser loads the page anew, a form that works`, async ({
        closing,
        open,
      }) => {
        const front = await openFront(scripts)
        closing.push(front)
        const browser = await open(engine)
        const typed = await unlock(browser, front.url, scripts === 'on time')
        await browser.open(`${front.url}/nowhere`)
        await sees(browser, { text: expect.stringContaining('Oops! Page not found') })
        await goBack(browser)
        await sees(browser, { text: expect.stringContaining('monthly income') })
        const { isUnlocked } = await browser.evaluate(look)
        if (isUnlocked) return
        await sees(browser, { isLocked: true, submit: 'CLAIM TRAINING>>', isTicked: false })
        await browser.click('[data-play]')
        await sees(browser, { isDialogOpen: true, isTicked: false })
        const { typed: restored } = await browser.evaluate(look)
        if (!restored[0]) await typeInTurn(browser, typed)
        await sees(browser, { typed })
        await submit(browser)
      })
  })
}
