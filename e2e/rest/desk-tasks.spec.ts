import { rm } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { islands } from '../../desk/web/browser/islands.tsx'
import { seedLeads } from '../../local/seed-leads.ts'
import { type Stack, startStack } from '../../local/stack.ts'
import { withKey } from '../../machine/desk-key.ts'
import { createQuery } from '../../tests/kit/query.ts'
import { testSettings } from '../../tests/kit/test-settings.ts'
import { pressKey } from '../press-key.ts'
import { expect, hydrated, test } from '../test.ts'

const today = new Date().toISOString().slice(0, 10)
const idOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
const [called, erased] = [idOf(12), idOf(14)]
const leads = `${seedLeads(`${today} 20:00`)}
  update private.leads set name = 'Carla Callme', call_again_on = current_date where id = '${called}';
  update private.leads set name = 'Emil Eraseme', email = 'emil.eraseme@example.com' where id = '${erased}';`

// The tests run one after another, so that one worker starts the desk only once.
test.describe.configure({ mode: 'default' })

let stack: Stack
let query: ReturnType<typeof createQuery>
let entrance: string
let dataDir: string

test.beforeAll(async () => {
  const settings = await testSettings({ TZ: 'UTC', SWEEP_SECONDS: '3600' })
  dataDir = settings.dataDir
  stack = await startStack(settings, { services: ['gateway', 'desk'], log: () => {} })
  query = createQuery(`http://127.0.0.1:${settings.gatewayPort}`, settings.secretKey)
  await query(leads)
  entrance = withKey(settings.deskPort, settings.deskKey)
})

test.afterAll(async () => {
  await stack.stop()
  await rm(dataDir, { recursive: true })
})

/**
 * Counts what reaches the page. Activating a control is a click, and so is entering a field to type into it. When Enter
 * submits a form, the browser clicks the form's button. The person does not, so that is not counted.
 */
async function countClicks(page: Page) {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void }
    let field: EventTarget | null = null
    const count = ({ type, target, isTrusted }: Event) => {
      if (!isTrusted || (type === 'input' && target === field)) return
      if (
        type === 'click' &&
        document.activeElement?.matches('input, textarea') &&
        document.activeElement !== target
      )
        return
      field = type === 'input' ? target : null
      countClick()
    }
    for (const type of ['click', 'input']) window.addEventListener(type, count, true)
  })
  return () => clicks
}

/** The search opens only after React has hydrated it. */
const openSearch = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeFocused({ timeout: 500 })
  }).toPass()

/** Uses only the keyboard. */
function keyboardOf(page: Page) {
  const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)
  async function tabTo(control: Locator) {
    await expect(control).toBeVisible()
    for (let presses = 0; !(await isFocused(control)); presses += 1) {
      expect(presses, 'presses of Tab').toBeLessThan(200)
      await page.keyboard.press('Tab')
    }
  }
  return {
    async press(control: Locator) {
      await tabTo(control)
      await page.keyboard.press('Enter')
    },
    async fill(field: Locator, words: string, key = 'Enter') {
      await tabTo(field)
      await page.keyboard.type(words)
      await page.keyboard.press(key)
    },
    async find(words: string, name: string) {
      await openSearch(page)
      await page.keyboard.type(words)
      await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    },
  }
}

type Keyboard = ReturnType<typeof keyboardOf>

async function expectDownload(page: Page, name: RegExp, act: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await act()
  expect((await download).suggestedFilename()).toMatch(name)
}

const expectTold = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
/** Of the first person in the list whom it may help to send a failed email again. */
const boxOfHelped = (page: Page) =>
  page
    .getByRole('row')
    .filter({ hasNotText: 'Sending again does not help' })
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const tasks: Record<string, (page: Page, keyboard: Keyboard) => Promise<void>> = {
  async 'finds a person'(page, { find }) {
    const searches: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/people') searches.push(request.url())
    })
    await find('carla', 'Carla Callme')
    expect(searches).toHaveLength(1)
  },

  async 'compares with last week'(page, { press }) {
    await press(page.getByRole('button', { name: /^Period:/ }))
    await press(link(page, 'Last 7 days'))
    await expect(link(page, /^Leads.*\d before$/)).toBeVisible()
    await expect(page.getByText('The 7 days before', { exact: true })).toBeVisible()
  },

  async 'sees which source is best'(page, { press }) {
    await press(page.getByRole('columnheader', { name: 'Conversion' }).getByRole('link'))
    await expect(page.getByRole('columnheader', { name: 'Conversion' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    const rates = page.getByRole('row', {
      name: /^(autumn|yt-shorts) campaign [\d,]+ [\d,]+ [\d.]+ % [\d.]+ %/,
    })
    await expect(rates).toHaveCount(2)
  },

  async 'calls back and notes it'(page, { press, fill }) {
    await press(page.getByRole('link', { name: 'Carla Callme' }).first())
    await fill(page.getByLabel('What was said'), 'Wants the price list', 'ControlOrMeta+Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'Wants the price list' })).toContainText(
      'Noted',
    )
  },

  async 'drops the emails of bots'(page, { press }) {
    await press(button(page, 'Drop… what is on hold'))
    await press(button(page, 'Drop the emails'))
    await expectTold(page, 'will not be sent')
  },

  async 'repairs a refused sender'(page, { press }) {
    await press(link(page, /: an email failed$/))
    await press(page.getByRole('button', { name: /^Send .* again: .*block/i }))
    await expectTold(page, 'within a minute')
  },

  async 'exports for texting'(page, { press }) {
    await press(link(page, 'Exports'))
    await expectDownload(page, /^leads-sms-.*\.csv$/, () => press(button(page, 'Download for texting')))
  },

  async 'uploads conversions'(page, { press }) {
    await press(link(page, 'Exports'))
    await expectDownload(page, /^leads-google-ads-.*\.csv$/, () => press(button(page, 'Download google ads')))
  },

  async 'hands over what is stored'(page, { press, find }) {
    await find('emil', 'Emil Eraseme')
    await expectDownload(page, /\.json$/, () => press(button(page, 'All that is stored')))
  },

  async 'keeps the evidence of a consent'(page, { press, find }) {
    await find('emil', 'Emil Eraseme')
    await expectDownload(page, /\.txt$/, () => press(button(page, 'Evidence of consent')))
  },

  async 'reads a test'(page, { press }) {
    await press(link(page, 'Variants'))
    await expect(page.getByRole('heading', { level: 1, name: 'Variants' })).toBeVisible()
  },
}

for (const [task, work] of Object.entries(tasks))
  test(`whoever ${task} needs at most two clicks, and only a keyboard`, async ({ page }) => {
    const clicks = await countClicks(page)
    await page.goto(entrance)
    await work(page, keyboardOf(page))
    expect(clicks()).toBeGreaterThan(0)
    expect(clicks()).toBeLessThanOrEqual(2)
  })

test('whoever answers an erasure needs three clicks, and only a keyboard', async ({ page }) => {
  const clicks = await countClicks(page)
  await page.goto(entrance)
  const { press, fill, find } = keyboardOf(page)
  await find('emil', 'Emil Eraseme')
  await press(page.locator('summary', { hasText: 'Erase this person' }))
  await fill(page.getByLabel('To erase them, type emil.eraseme@example.com'), 'emil.eraseme@example.com')
  await expectTold(page, 'The person is erased')
  expect(clicks()).toBe(3)
})

test('whoever corrects a number needs three clicks, and only a keyboard', async ({ page }) => {
  const clicks = await countClicks(page)
  const { find, press, fill } = keyboardOf(page)
  await page.goto(entrance)
  await find('carla', 'Carla Callme')
  await press(page.locator('summary', { hasText: 'Correct a mistyped address or number' }))
  // The key that leads into the field also selects what is there.
  await fill(page.getByLabel('Right number'), '(201) 555-0199')
  await expectTold(page, 'The number is now +12015550199')
  expect(clicks()).toBe(3)
})

for (const way of ['key', 'click'] as const)
  test(`whoever calls ten people needs one ${way} a person`, async ({ page }) => {
    const ten = Array.from({ length: 10 }, (_, place) => `'${idOf(place + 20)}'`)
    await query(`update private.leads set call_again_on = case when id in (${ten}) then current_date end`)
    await page.goto(entrance)
    await keyboardOf(page).press(link(page, 'Start calling'))
    let acts = 0
    for (let left = 10; left > 0; left -= 1) {
      await expect(page.getByText(left === 1 ? '1 person to call' : `${left} people to call`)).toBeVisible()
      if (way === 'click') await button(page, /^No answer/).click()
      else await pressKey(page, 'n')
      acts += 1
    }
    await expect(page.getByText('No calls are left for today.')).toBeVisible()
    expect(acts).toBe(10)
  })

test('Enter on a ticked row leads to its actions, sends nothing, and Escape leads back', async ({ page }) => {
  await page.goto(entrance)
  await page.goto(new URL('/leads?mails=failed', entrance).href)
  const box = boxOfHelped(page)
  await expect(async () => {
    await box.uncheck()
    await box.press('Space')
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  await box.press('Enter')
  await expect(button(page, 'Send their emails again')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expectTold(page, '1 person:')
})

test('the browser gets data for the islands of a page alone, and hydrates each without a message', async ({
  page,
  messages,
  consoleErrors,
}) => {
  await page.goto(entrance)
  await page.goto(new URL('/leads?mails=failed', entrance).href)
  const names = Object.keys(islands)
  await expect(page.locator('[data-island]')).toHaveCount(names.length)
  for (const name of names) await hydrated(page, `[data-island=${name}] > *`)
  expect(await page.locator('script:not([src])').count()).toBe(0)
  expect([...messages.map((message) => message.text()), ...consoleErrors]).toEqual([])
})

test('a list acts on what is chosen, and on what is walked to or typed only after Enter', async ({
  page,
}) => {
  const ready = () => hydrated(page, '[data-island=FindPerson] > *')
  await page.goto(entrance)
  await page.goto(new URL('/leads', entrance).href)
  await ready()
  const mails = page.getByRole('combobox', { name: 'Emails' })
  await button(page, 'Filter and sort').click()
  await mails.selectOption('failed')
  await expect(page).toHaveURL(/mails=failed/)
  await ready()
  await button(page, 'Filter and sort').click()
  // From here on the page stays, and the form counts how often it is submitted.
  const form = page.locator('form', { has: mails })
  await form.evaluate((element) => {
    element.dataset.submits = '0'
    element.addEventListener('submit', (event) => {
      event.preventDefault()
      element.dataset.submits = String(Number(element.dataset.submits) + 1)
    })
  })
  await mails.press('ArrowUp')
  await expect(mails).not.toHaveValue('failed')
  await expect(form).toHaveAttribute('data-submits', '0')
  await mails.press('Enter')
  await expect(form).toHaveAttribute('data-submits', '1')
  const source = page.getByRole('combobox', { name: 'Source' })
  await source.fill('campaign: autumn')
  await expect(form).toHaveAttribute('data-submits', '1')
  // A browser sends this event when the operator picks one of the values that it offers.
  const picked = { bubbles: true, inputType: 'insertReplacementText' }
  await source.evaluate((field, event) => field.dispatchEvent(new InputEvent('input', event)), picked)
  await expect(form).toHaveAttribute('data-submits', '2')
})

test('the box for everybody ticks and unticks the people of the page', async ({ page }) => {
  await page.goto(entrance)
  await page.goto(new URL('/leads', entrance).href)
  const boxes = page.locator('tbody input[name=lead]')
  const ticked = page.locator('tbody input[name=lead]:checked')
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await hydrated(page, '[data-island=BulkBar] > *')
  await all.check()
  await expect(ticked).toHaveCount(await boxes.count())
  await expect(page.getByText(/^All [\d,]+ people$/)).toBeVisible()
  await boxes.first().uncheck()
  await expect(all).not.toBeChecked()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all.check()
  await all.uncheck()
  await expect(ticked).toHaveCount(0)
})

test('a section of the settings says that it is not saved yet as soon as something in it is changed', async ({
  page,
}) => {
  await page.goto(entrance)
  await page.goto(new URL('/settings#owner', entrance).href)
  const mark = page.getByText('Not saved yet', { exact: true })
  await expect(mark.filter({ visible: true })).toHaveCount(0)
  await page.getByLabel('Alert about emails on hold').uncheck()
  await expect(mark.filter({ visible: true })).toHaveCount(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a marketer chooses days, filters, pages, notes and sends again', async ({ page }) => {
    await page.goto(entrance)
    await page.getByRole('button', { name: /^Period:/ }).click()
    await page.getByLabel('From').fill(today)
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(new RegExp(`from=${today}`))

    await page.goto(new URL('/leads', entrance).href)
    const names = page.locator('main tbody th a[href^="/leads/"]')
    const first = await names.allTextContents()
    await link(page, 'Next →').click()
    await expect(names.first()).not.toHaveText(first[0] ?? '')
    await link(page, '← Previous').click()
    await expect(names).toHaveText(first)

    await button(page, 'Filter and sort').click()
    await page.getByRole('combobox', { name: 'Emails' }).selectOption('failed')
    await page.locator('#filters').getByRole('button', { name: 'Show' }).click()
    await expect(link(page, 'Without emails: failed')).toBeVisible()
    await boxOfHelped(page).check()
    await button(page, 'Send their emails again').click()
    await expectTold(page, 'within a minute')

    await page.getByRole('combobox', { name: 'Find a person' }).fill('noah')
    await page.keyboard.press('Enter')
    await names.first().click()
    await page.getByLabel('What was said').fill('Wants a call')
    await button(page, 'Save').click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Wants a call' })).toBeVisible()

    await link(page, 'Texting').click()
    await page.getByLabel('Number, as +12015550123').fill('+1 (202) 555-0107')
    await button(page, 'Stop this number').click()
    await expectTold(page, 'The number is stopped')
    await page.locator('summary', { hasText: 'Lift the stop of +1 202 555 0107' }).click()
    await page.getByLabel('Why you lift it').fill('She called')
    await button(page, 'Lift the stop of +1 202 555 0107').click()
    await expectTold(page, 'The stop is lifted')
  })
})
