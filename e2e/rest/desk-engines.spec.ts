import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { sql } from '../backend.ts'
import type { Browser } from '../engines/browser.ts'
import { engineNames } from '../engines/engines.ts'
import { test } from '../engines/test.ts'
import { storePeopleToCall } from '../people-to-call.ts'
import { deskUrl } from '../settings.ts'
import { newLead } from '../visitor.ts'

// Chromium does the same in desk-typing.spec.ts.

const desk = new URL(deskUrl).origin

const look = () => ({
  path: location.pathname,
  text: document.body.innerText,
  said: document.querySelector('[role=status]')?.textContent ?? '',
  words: document.querySelector<HTMLTextAreaElement>('main [name=words]')?.value,
  focus: document.activeElement?.getAttribute('name'),
  /** How often the page asked before it was left. */
  asked: Number(sessionStorage.asked ?? 0),
  isQuestionOpen: document.querySelector('dialog[open]')?.matches(':modal') ?? false,
  openedBy: document.querySelector<HTMLElement>('dialog[open]')?.dataset.opened,
  /** Keys press nothing in the first second of a page. */
  isAwake: document.readyState === 'complete' && performance.now() > window.awakeAt,
})

declare global {
  interface Window {
    awakeAt: number
  }
}

/** Counts how often the page asks before it is left. It is asked last, so it sees what the page has answered. */
const watchLeaving = () => {
  window.awakeAt = performance.now() + 2_500
  window.addEventListener('beforeunload', (event) => {
    if (event.defaultPrevented) sessionStorage.asked = Number(sessionStorage.asked ?? 0) + 1
  })
}

const sees = (browser: Browser, expected: Partial<Record<keyof ReturnType<typeof look>, unknown>>) =>
  expect(async () => {
    expect(await browser.evaluate(look)).toMatchObject(expected)
  }).toPass({ intervals: [100], timeout: 60_000 })

async function open(browser: Browser, path: string) {
  await browser.open(desk + path)
  await sees(browser, { path })
  await browser.evaluate(watchLeaving)
}

/** Clicks on an element in the middle of the window. On a phone, the links at the bottom lie over what is there. */
async function click(browser: Browser, selector: string) {
  const scroll = `document.querySelector('${selector}')?.scrollIntoView({ block: 'center', behavior: 'instant' })`
  await browser.evaluate(Function(scroll) as () => void)
  await browser.click(selector)
}

/** Outside the fields, once the page obeys keys. */
async function pressKey(browser: Browser, key: string) {
  await sees(browser, { isAwake: true })
  await browser.evaluate(() => (document.activeElement as HTMLElement).blur())
  await browser.type(key)
}

const toCall = { text: expect.stringContaining('2 people to call') }

// The tests share the list of people to call.
test.describe.configure({ mode: 'default' })

for (const engine of engineNames.filter((name) => name !== 'chromium'))
  for (const width of [1280, 390])
    test.describe(`in ${engine} at ${width} px`, () => {
      let browser: Browser
      let id: string
      let email: string

      /**
       * Returns what is known of the two people of this test, and what was noted about them. Tests beside this one
       * decide who is to be called.
       */
      const known = async () =>
        sql<{ state: string; notes: number }>(
          `select (to_jsonb(lead) - 'call_again_on')::text as state,
             (select count(*)::int from private.lead_notes note where note.lead_id = lead.id) as notes
           from private.leads lead where email like '%' || $1 order by id`,
          [email],
        )
      const notes = async () => (await known()).reduce((sum, { notes }) => sum + notes, 0)

      test.beforeEach(async ({ open: start }) => {
        const lead = newLead()
        email = lead.email
        id = await storePeopleToCall(lead)
        browser = await start(engine)
        await browser.resize(width, 800)
        await browser.open(deskUrl)
        await sees(browser, { path: '/' })
        expect(await browser.evaluate(() => innerWidth)).toBeLessThan(width + 100)
      })

      test('what is typed on Calls without a click is a note, and a key that is not shown judges nobody', async () => {
        await open(browser, '/calls')
        const before = await known()
        await sees(browser, { focus: 'words' })
        await browser.type('no, can not reach her now')
        await sees(browser, { words: 'no, can not reach her now', ...toCall })
        await browser.press('Escape')
        await sees(browser, { focus: null })
        if (width === 390) await pressKey(browser, 'n')
        // Long enough for a key to be obeyed.
        await sees(browser, { isAwake: true, ...toCall })
        await browser.evaluate(() => document.querySelector<HTMLElement>('main [name=day]')?.focus())
        await browser.press('Enter')
        await sees(browser, { focus: 'day', path: '/calls', ...toCall })
        expect(await known()).toEqual(before)
        if (width === 390) return
        await browser.evaluate(() => (document.activeElement as HTMLElement).blur())
        await pressKey(browser, 'n')
        await sees(browser, { text: expect.stringContaining('1 person to call') })
        expect(await notes()).toBe(1)
      })

      test('leaving with something typed asks, and a refused form comes back as typed', async () => {
        await open(browser, `/leads/${id}`)
        await click(browser, 'main [name=words]')
        await browser.type('Will buy in spring')
        await click(browser, 'main a[href="/leads"]')
        await sees(browser, { asked: 1 })
        // WebDriver leaves the page all the same.
        await setTimeout(2_000)
        await browser.evaluate(() => sessionStorage.clear())
        if ((await browser.evaluate(look)).path === '/leads') {
          await open(browser, `/leads/${id}`)
          await click(browser, 'main [name=words]')
          await browser.type('Will buy in spring')
        }
        await sees(browser, { words: 'Will buy in spring' })
        await click(browser, '[name=outcome][value=won]')
        await click(browser, '[name=value]')
        await browser.type('1.200')
        await click(browser, '[name=kind][value=called]')
        await sees(browser, {
          said: expect.stringContaining('can mean two amounts'),
          words: 'Will buy in spring',
          asked: 0,
        })
        await click(browser, 'button[name=value][value="1200"]')
        const text = expect.stringContaining('Will buy in spring')
        await sees(browser, { said: expect.stringContaining('won, 1,200'), text, words: '', asked: 0 })
        expect(await sql('select words, kind from private.lead_notes where lead_id = $1', [id])).toEqual([
          { words: 'Will buy in spring', kind: 'called' },
        ])
      })

      test('nothing can be typed that a slow answer would replace', async () => {
        await open(browser, `/leads/${id}`)
        await click(browser, 'main [name=words]')
        await browser.type('Will buy in spring')
        await sees(browser, { words: 'Will buy in spring' })
        // A click returns before the browser sends the form.
        await browser.evaluate(() =>
          window.addEventListener('beforeunload', () =>
            document.addEventListener('input', () => {
              sessionStorage.late = 'yes'
            }),
          ),
        )
        const lock = sql(
          'do $$ begin lock table private.lead_notes in exclusive mode; perform pg_sleep(1.5); end $$',
        )
        await setTimeout(200)
        await click(browser, '[name=kind][value=called]')
        await browser.evaluate(() => document.querySelector<HTMLElement>('main [name=words]')?.focus())
        await browser.type(', or in summer')
        await lock
        await sees(browser, { said: expect.stringContaining('called') })
        expect(await browser.evaluate(() => sessionStorage.late ?? '')).toBe('')
      })

      test('a question opens without the attribute command, and keys press nothing behind it', async () => {
        await browser.prepare(() => Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement'))
        await open(browser, `/leads/${id}`)
        expect(await browser.evaluate(() => 'commandForElement' in HTMLButtonElement.prototype)).toBe(false)
        // The browser itself may open the dialog, too.
        await browser.evaluate(() => {
          HTMLDialogElement.prototype.showModal = new Proxy(HTMLDialogElement.prototype.showModal, {
            apply(show, dialog: HTMLDialogElement) {
              dialog.dataset.opened = 'by script'
              if (!dialog.open) Reflect.apply(show, dialog, [])
            },
          })
        })
        await click(browser, '[commandfor=withdraw]')
        await sees(browser, { isQuestionOpen: true, openedBy: 'by script' })
        const before = await known()
        await pressKey(browser, 'u')
        await sees(browser, { isQuestionOpen: true })
        await browser.press('Escape')
        await sees(browser, { isQuestionOpen: false })
        await click(browser, '[commandfor=withdraw]')
        await sees(browser, { isQuestionOpen: true })
        await browser.clickAt(3, 3)
        await sees(browser, { isQuestionOpen: false })
        expect(await known()).toEqual(before)
      })
    })
