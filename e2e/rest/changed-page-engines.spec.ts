import { expect } from '@playwright/test'
import { submissions } from '../backend.ts'
import {
  changes,
  changeUntilHydrated,
  defineTexts,
  manyChanges,
  sourceOf,
  times,
  titleText,
} from '../changes.ts'
import type { Browser } from '../engines/browser.ts'
import { engineNames } from '../engines/engines.ts'
import { openFront } from '../engines/front.ts'
import { sees } from '../engines/look.ts'
import { test } from '../engines/test.ts'
import { newLead } from '../visitor.ts'

// What no driver here can do: a finger in Firefox and WebKit, Safari's translation and its links of numbers, and a
// screen keyboard. `changes` does to the page what they do.

/** The page runs this function first. */
const first = (work: () => void) => (page: string) =>
  page.replace('<head>', () => `<head><script>(${work})();document.currentScript.remove()</script>`)

/** Takes away what old browsers lack (docs/decisions.md). */
const missing: Record<string, (page: string) => string> = {
  'events `toggle`': first(() =>
    addEventListener('toggle', (event) => event.stopImmediatePropagation(), true),
  ),
  'invoker commands': first(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'command')
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement')
    document.addEventListener('command', (event) => event.preventDefault(), true)
  }),
  '`closedby`': (page) =>
    first(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy'))(
      page.replaceAll(/ closedby="\w+"/g, ''),
    ),
  '`@starting-style`': (page) => page.replaceAll('@starting-style', '@unknown'),
  '`requestIdleCallback`': first(() => Reflect.deleteProperty(window, 'requestIdleCallback')),
}
const lacks = [undefined, ...Object.values(missing)]

const presses = [
  (browser: Browser) => browser.click('[data-play]'),
  async (browser: Browser) => {
    await browser.evaluate(() => document.querySelector<HTMLElement>('[data-play]')?.focus())
    await browser.press('Enter')
  },
]
const closings = [
  (browser: Browser) => browser.press('Escape'),
  (browser: Browser) => browser.click('[command=close]'),
  (browser: Browser) => browser.clickAt(5, 5),
]

const overflow = () => document.documentElement.style.overflow
/** True once React has compared the page, and the changes are made again. */
const isSettled = () => document.documentElement.dataset.settled === ''
const noteSettling = () =>
  document.addEventListener('training:hydrated', () =>
    requestAnimationFrame(() => {
      document.documentElement.dataset.settled = ''
    }),
  )
const title = () => document.querySelector('#lead-title')?.textContent
const id = () => document.querySelector<HTMLInputElement>('[name=submissionId]')?.value ?? ''

async function fill(browser: Browser, { email, phone }: ReturnType<typeof newLead>) {
  await browser.click('[name=email]')
  await browser.type(email)
  await browser.click('[name=phone]')
  await browser.type(phone)
  await browser.click('[name=consent]')
  await sees(browser, { isTicked: true })
  // If the form is submitted sooner, it looks as if a bot had filled it in.
  await expect.poll(() => browser.evaluate(() => performance.now())).toBeGreaterThan(2_000)
}

for (const engine of engineNames) {
  test.describe(`in ${engine}`, () => {
    // The tests run one after another, so that one worker starts the browser only once.
    test.describe.configure({ mode: 'default' })

    // Chromium meets each change in changed-page.spec.ts.
    for (const [index, [name, change]] of Object.entries(engine === 'chromium' ? {} : changes).entries())
      test(`the form is kept and closes when ${name}`, async ({ closing, open }) => {
        const lead = newLead()
        const browser = await open(engine)
        for (const [turn, time] of times.entries())
          await test.step(time, async () => {
            const front = await openFront('late', false, lacks[(index + turn) % lacks.length])
            closing.push(front)
            await browser.open(front.url)
            await sees(browser, { isLocked: true, isDialogOpen: false })
            await browser.evaluate(defineTexts)
            await browser.evaluate(noteSettling)
            await browser.evaluate(Function(`window.change = ${change}`) as () => void)
            const changeNow = () => browser.evaluate(() => window.change())
            if (time === 'before the tap') await changeNow()
            await presses[(index + turn) % 2]?.(browser)
            await sees(browser, { isDialogOpen: true, focus: 'name' })
            await browser.type('Ane')
            await browser.press('ArrowLeft')
            if (time === 'between the tap and hydration') await changeNow()
            if (time === 'until hydration') await browser.evaluate(changeUntilHydrated)
            front.release()
            await expect.poll(() => browser.evaluate(isSettled)).toBe(true)
            if (time === 'after hydration') await changeNow()
            await browser.type('n')
            const kept = { isDialogOpen: true, typed: ['Anne', '', 'US', ''] }
            await sees(browser, { ...kept, focus: 'name' })
            expect(await browser.evaluate(id)).not.toBe('')
            expect(await browser.evaluate(title)).toMatch(titleText)
            await expect.poll(() => browser.evaluate(overflow)).toBe('hidden')
            await browser.click('[name=consent]')
            await sees(browser, { isTicked: true })
            await closings[(index + turn) % 3]?.(browser)
            await sees(browser, { isDialogOpen: false, focus: 'play' })
            await expect.poll(() => browser.evaluate(overflow)).toBe('')
            await browser.press('Enter')
            await sees(browser, { ...kept, isTicked: false })
            expect(front.violations).toEqual([])
          })
        await fill(browser, lead)
        await browser.press('Enter')
        await sees(browser, { isUnlocked: true })
        expect(await browser.evaluate(overflow)).toBe('')
        expect(await submissions(lead.email)).toMatchObject([{ name: 'Anne', country_code: 'US' }])
      })

    test('Enter opens a changed page if the scripts came while the play button had the focus', async ({
      closing,
      open,
    }) => {
      const lead = newLead()
      const browser = await open(engine)
      for (const lack of lacks) {
        const front = await openFront('late', false, lack)
        closing.push(front)
        await browser.open(front.url)
        await sees(browser, { isLocked: true, isDialogOpen: false })
        await browser.evaluate(defineTexts)
        await browser.evaluate(noteSettling)
        await browser.evaluate(Function(`(${sourceOf(manyChanges)})()`) as () => void)
        await browser.evaluate(() => document.querySelector<HTMLElement>('[data-play]')?.focus())
        front.release()
        await expect.poll(() => browser.evaluate(isSettled)).toBe(true)
        await sees(browser, { isDialogOpen: false, focus: 'play' })
        await browser.press('Enter')
        await sees(browser, { isDialogOpen: true, isHydrated: true, focus: 'name' })
        expect(await browser.evaluate(title)).toMatch(titleText)
        expect(front.violations).toEqual([])
      }
      await browser.type('Anne')
      await fill(browser, lead)
      await browser.press('Enter')
      await sees(browser, { isUnlocked: true })
      expect(await submissions(lead.email)).toMatchObject([{ name: 'Anne', country_code: 'US' }])
    })

    for (const [name, rewrite] of Object.entries(missing))
      test(`without ${name} a visitor gets through`, async ({ closing, open }) => {
        const lead = newLead()
        const front = await openFront('on time', false, rewrite)
        closing.push(front)
        const browser = await open(engine)
        await browser.open(front.url)
        for (const close of closings) {
          await browser.click('[data-play]')
          await sees(browser, { isDialogOpen: true, focus: 'name' })
          await expect.poll(() => browser.evaluate(overflow)).toBe('hidden')
          await close(browser)
          await sees(browser, { isDialogOpen: false, focus: 'play' })
          await expect.poll(() => browser.evaluate(overflow)).toBe('')
        }
        await browser.click('[data-play]')
        await sees(browser, { isDialogOpen: true, isHydrated: true, focus: 'name' })
        await browser.type(lead.name)
        await fill(browser, lead)
        await browser.click('[type=submit]')
        const text = expect.stringContaining('Success!')
        await sees(browser, { isUnlocked: true, isFormShown: false, text })
        expect(await browser.evaluate(overflow)).toBe('')
        expect(await submissions(lead.email)).toMatchObject([{ name: lead.name, consent: true }])
      })
  })
}
