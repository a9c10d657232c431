import { test as base, expect } from '@playwright/test'
import { submissions } from './backend.ts'
import type { Browser } from './engines/browser.ts'
import { engineNames, findEngine } from './engines/engines.ts'
import { openFront, type ScriptWay, scriptWays } from './engines/front.ts'
import { look } from './engines/look.ts'
import { newLead } from './visitor.ts'

/** Closed even where a test runs out of time. */
const test = base.extend<{ closing: { close(): unknown }[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  closing: async ({}, use) => {
    const opened: { close(): unknown }[] = []
    await use(opened)
    for (const one of opened.reverse()) await one.close()
  },
})

async function walk(browser: Browser, front: Awaited<ReturnType<typeof openFront>>, scripts: ScriptWay) {
  const hasDialog = scripts !== 'switched off'
  const isEnhanced = scripts === 'on time' || scripts === 'late'
  const { name, email, phone } = newLead()
  const typed = [name, email, 'AU', phone]

  const sees = (expected: Partial<Record<keyof ReturnType<typeof look>, unknown>>) =>
    expect(async () => {
      expect(await browser.evaluate(look)).toMatchObject({ isStill: true, ...expected })
    }).toPass({ intervals: [100], timeout: 15_000 })
  const seesLocked = () =>
    sees({ isLocked: true, isUnlocked: false, isDialogOpen: false, isFormShown: !hasDialog, isTicked: false })
  const reachForTheVideo = async () => {
    if (hasDialog) await browser.click('.play')
    else await browser.click('[name=name]')
    await sees({ isFormShown: true, isDialogOpen: hasDialog, isTicked: false, focus: 'name' })
  }

  await test.step('the page is locked; its dialog opens, closes in every way and gives the focus back', async () => {
    await browser.open(front.url)
    await seesLocked()
    const ways = [() => browser.press('Escape'), () => browser.click('.close'), () => browser.clickAt(5, 5)]
    for (const close of hasDialog ? ways : []) {
      await reachForTheVideo()
      await close()
      await sees({ isDialogOpen: false, focus: 'play' })
    }
  })

  await test.step('an empty form is refused by the browser', async () => {
    await reachForTheVideo()
    await sees({ isHydrated: scripts === 'on time' })
    await browser.click('[type=submit]')
    await sees({ isLocked: true, isFormShown: true, isRefused: true, focus: 'name' })
  })

  await test.step('what is typed, from the keyboard alone, stays', async () => {
    for (const text of typed) {
      await browser.type(text)
      await browser.press('Tab')
    }
    await browser.type(' ')
    await sees({ typed, isTicked: true, focus: 'consent' })
    front.release()
    await sees({ typed, isTicked: true, focus: 'consent', isHydrated: isEnhanced })
  })

  if (hasDialog) {
    await test.step('likewise when the dialog opens again, but for the consent', async () => {
      await browser.press('Escape')
      await sees({ isDialogOpen: false, focus: 'play' })
      await reachForTheVideo()
      await sees({ typed })
      await browser.click('[name=consent]')
      await sees({ isTicked: true })
    })
  }

  await test.step('the form, sent, is stored once and unlocks the video', async () => {
    // A form sent sooner is a script's.
    await expect.poll(() => browser.evaluate(() => performance.now())).toBeGreaterThan(2_000)
    await browser.click('[type=submit]')
    await sees({
      isLocked: false,
      isUnlocked: true,
      isFormShown: false,
      text: expect.stringContaining('Success!'),
    })
    if (isEnhanced) await sees({ focus: 'Video Sales Letter' })
    expect(await submissions(email)).toMatchObject([
      { name, phone, country_code: 'AU', consent: true, suspected_bot: false },
    ])
  })

  await test.step('another visit and a reload are locked again, and without consent', async () => {
    if (isEnhanced) await browser.reload()
    else await browser.open(front.url)
    await seesLocked()
    await reachForTheVideo()
    await browser.click('[name=consent]')
    await sees({ isTicked: true })
    await browser.reload()
    await seesLocked()
  })

  await test.step('an unknown path says so', async () => {
    await browser.open(`${front.url}/nowhere`)
    await sees({ text: expect.stringContaining('Oops! Page not found') })
  })
}

for (const engine of engineNames) {
  for (const scripts of scriptWays) {
    test(`in ${engine}, with scripts ${scripts}, a visitor gets through every state of the page`, async ({
      closing,
    }) => {
      test.setTimeout(120_000)
      const open = findEngine(engine)
      if (!open) throw new Error(`There is no ${engine} here; e2e/install-browsers.ts gets one.`)
      const front = await openFront(scripts)
      closing.push(front)
      const browser = await open()
      closing.push(browser)
      await walk(browser, front, scripts)
      expect(front.violations, 'nothing on the page breaks its Content-Security-Policy').toEqual([])
    })
  }
}
