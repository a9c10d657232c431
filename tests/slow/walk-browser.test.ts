import assert from 'node:assert/strict'
import { env } from 'node:process'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { refuse } from '../../desk/core/desk-error.ts'
import { type Desk, openDesk } from '../../desk/core/open-desk.ts'
import { buildInterface } from '../../desk/web/server/build-interface.ts'
import { createApp } from '../../desk/web/server/create-app.ts'
import { chromiumArgs, chromiumPath } from '../../e2e/chromium.ts'
import { withKey } from '../../machine/desk-key.ts'
import { serveApp } from '../../machine/serve-app.ts'
import { openTestDatabase } from '../desk/open-test-database.ts'
import {
  type Change,
  changeBetween,
  inverse,
  isRefused,
  type Meaning,
  meaningOf,
  type Press,
  people,
  prepare,
  type State,
  stateQuery,
  unexplained,
} from '../desk/walk-model.ts'
import { freePort } from '../kit/listen.ts'
import { createRandom } from '../kit/random.ts'

// One operator with two tabs presses, types, goes back and does not wait. What then holds is what the words of the
// pressed buttons say.

const steps = Number(env.WALK_BROWSER ?? 25)
const seed = env.WALK_SEED === 'random' ? Date.now() % 1e6 : Number(env.WALK_SEED ?? 1)
const { next: chance, below, pick } = createRandom(seed)
const places =
  '/ /leads /leads?mails=held /leads?mails=failed /leads?calls=today /calls /mails /texting /exports /funnel /variants /settings'.split(
    ' ',
  )

const { url, query, accept, close } = await openTestDatabase()
const { call, ...rest } = openDesk({ SUPABASE_DB_URL: url })
/** Whether the next form is refused, and whether one is now. */
let refuses = false
let isRefusing = false
const desk: Desk = {
  ...rest,
  call: (name, ...values) =>
    isRefusing && !/^(begin|end|drop)_act$/.test(name) ? refuse('Not now.') : call(name, ...values),
}
const [port, key] = [await freePort(), 'key-of-this-desk']
const app = createApp(desk, { port, key, ui: await buildInterface(), variables: { SUPABASE_DB_URL: url } })

/** What the browser has posted in this step, each form once, and how many requests have no answer yet. */
const posted = new Map<string, URLSearchParams>()
let running = 0
/** Until then, a post is not begun, or its answer does not arrive. */
let held: { before?: Promise<unknown>; after?: Promise<unknown> } = {}
const server = await serveApp(
  {
    async fetch(request: Request) {
      running += 1
      try {
        const { before, after } = request.method === 'POST' ? held : {}
        const body = await request.clone().text()
        const { pathname } = new URL(request.url)
        if (request.method === 'POST') posted.set(`${pathname} ${body}`, new URLSearchParams(body))
        await before
        isRefusing = refuses && request.method === 'POST'
        const answer = await app.fetch(request)
        isRefusing = false
        await after
        return answer
      } finally {
        running -= 1
      }
    },
  },
  port,
)
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs })
after(async () => {
  await browser.close()
  server.close()
  server.closeAllConnections()
  await desk.close()
  await close()
})

const readState = async (): Promise<State> =>
  new Map((await query<{ name: string; value: string }>(stateQuery)).map(({ name, value }) => [name, value]))

/** Looks at what can be pressed. This function runs in the browser. */
function look() {
  for (const fold of document.querySelectorAll('details')) fold.open = true
  const [modal] = document.querySelectorAll('dialog[open]')
  const inModal = (one: Element) => !modal || modal.contains(one)
  const wordsOf = (one: Element) =>
    (one.getAttribute('aria-label') ?? (one as HTMLElement).innerText).trim().replace(/\s+/g, ' ')
  const formOf = (one: Element) => (one as HTMLButtonElement).form ?? one.closest('form')
  const whoOf = (one: Element) => {
    const form = formOf(one)
    const chosen = [...(form?.querySelectorAll('[name=lead]:checked') ?? [])].map(wordsOf)
    if (form?.querySelector('[name=all]:checked, [type=hidden][name=all]')) return ''
    if (chosen.length > 0) return chosen.map((words) => words.replace('Select ', '')).join(', ')
    const concerned = one.closest('form[action="/mails/causes"]')?.closest('[data-slot=card]')
    return concerned ? 'concerned' : (document.querySelector('main strong')?.textContent ?? '')
  }
  const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && inModal(one)
  /** Where a press hits the element, or null if it is not in the window. */
  const middleOf = (one: Element) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return one.contains(document.elementFromPoint(x, y)) ? { x, y } : null
  }
  const describe = (one: HTMLButtonElement) => {
    const form = formOf(one)
    const posts = one.type === 'submit' && form?.method === 'post' && one.formMethod !== 'get'
    return {
      words: wordsOf(one),
      who: whoOf(one),
      beside: one.closest<HTMLElement>('li, dialog, [role=alert]')?.innerText ?? '',
      action: form?.getAttribute('action') ?? '',
      posts: Boolean(posts),
      isValid: !posts || one.formNoValidate || form?.noValidate || Boolean(form?.checkValidity()),
    }
  }
  const pressable = [...document.querySelectorAll<HTMLButtonElement>('button, a[href]')].map(
    (one, index) => ({
      index,
      isLink: one.localName === 'a',
      href: one.getAttribute('href') ?? '',
      isShown: isSeen(one) && !one.disabled,
      asks: one.getAttribute('command') === 'show-modal',
      place: middleOf(one),
      ...describe(one),
    }),
  )
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('main :is(input:not([type=hidden]), textarea, select)'),
  ].map((one, index) => ({
    index,
    name: one.name,
    type: one.type,
    posts: one.form?.method === 'post',
    isShown: isSeen(one) && !one.disabled,
  }))
  const focus = document.activeElement as HTMLElement
  const form = formOf(focus)
  const first = form?.querySelector<HTMLButtonElement>('button:not([type=button])')
  const enabled = form?.querySelector<HTMLButtonElement>('button:enabled:not([formmethod=dialog])')
  return {
    pressable,
    fields,
    values: [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')].map(
      ({ value }) => value,
    ),
    isModal: Boolean(modal),
    focus: {
      tag: focus.matches('[type=radio]') ? 'radio' : focus.localName,
      leaves: focus.matches('[data-enter=leave]'),
    },
    byEnter: first && first.formMethod !== 'dialog' ? describe(first) : null,
    bySend: enabled ? describe(enabled) : null,
    byKey: Object.fromEntries(
      [...document.querySelectorAll<HTMLButtonElement>('main button[aria-keyshortcuts]')]
        .filter((one) => one.querySelector('[data-key]')?.getClientRects().length)
        .map((one) => [one.getAttribute('aria-keyshortcuts') ?? '', describe(one)]),
    ),
    age: performance.now(),
  }
}
type Look = ReturnType<typeof look>
type Pressed = ReturnType<typeof look>['pressable'][number] | NonNullable<Look['byEnter']>

/** Fills all that can be filled, with something else. Returns what it then has. This function runs in the browser. */
function fillForm(form: HTMLFormElement | SVGElement | HTMLElement) {
  const fields = [
    ...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select'),
  ].filter(({ name }) => name)
  const texts: Record<string, string> = {
    date: '2999-01-02',
    'datetime-local': '2999-01-02T10:00',
    number: '7',
    email: 'typed@example.org',
  }
  for (const field of fields) {
    const { options } = field as unknown as HTMLSelectElement
    if (['radio', 'checkbox'].includes(field.type)) field.checked = true
    else field.value = (options ? [...options].at(-1)?.value : texts[field.type]) ?? 'typed'
  }
  const sent = fields.map((one) => [one.name, one.value, one.checked])
  return { action: form.getAttribute('action') ?? '', sent: JSON.stringify(sent) }
}

/** Returns what each form has. This function runs in the browser. */
function readForms(forms: Element[]) {
  return forms.map((form) =>
    JSON.stringify(
      [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select')]
        .filter(({ name }) => name)
        .map((one) => [one.name, one.value, one.checked]),
    ),
  )
}

/** How often a page asked before it was left, and whether the operator then leaves. */
let asked = 0
let leaves = true
let tabs: Page[] = []
await openTabs()

/** Opens two new tabs and closes those before. */
async function openTabs() {
  const before = tabs
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(20_000)
  tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    tab.on('dialog', (dialog) => {
      asked += 1
      return (leaves ? dialog.accept() : dialog.dismiss()).catch(() => {})
    })
    await tab.goto(withKey(port, key))
  }
  await Promise.all(before.map((tab) => tab.close().catch(() => {})))
}

/** Waits until the desk has answered all, and the browser has shown it. A page that waits for an answer says so. */
async function settle() {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    const waiting = await Promise.all(tabs.map(isWaiting))
    if (running > 0 || waiting.includes(true)) quiet = -1
  }
  for (const tab of tabs) await tab.waitForLoadState()
}

/** After what is to do in the browser. */
const isWaiting = (tab: Page): Promise<boolean> =>
  evaluate(
    tab,
    () =>
      new Promise<boolean>((resolve) => {
        window.setTimeout(() => {
          const isLeft = document.readyState !== 'complete'
          resolve(isLeft || Boolean(document.querySelector('main')?.inert))
        }, 20)
      }),
  )

const lookAt = (tab: Page): Promise<Look> => evaluate(tab, look)

/** Asks until the page that comes can be asked. */
async function evaluate<Result, Given = void>(
  tab: Page,
  read: (given: Given) => Result | Promise<Result>,
  given?: Given,
): Promise<Result> {
  for (;;) {
    try {
      return await tab.evaluate(read as (given: unknown) => Result, given)
    } catch (error) {
      if (!/context was destroyed|navigat|frame/i.test(String(error))) throw error
      await setTimeout(20)
    }
  }
}

/** What the operator did, of which a failure prints the last lines. */
const log: string[] = []
let typed = 0
/** What was typed and is not stored yet. */
const live = new Set<string>()

const typedInto = 'main :is(input:not([type=hidden]), textarea, select)'

/** Types into a field. Returns the press, if it sends the form as well. */
async function type(tab: Page, { fields }: Look): Promise<Pressed | undefined> {
  const field = pick(fields.filter(({ isShown, posts }) => isShown && posts))
  if (!field) return
  const { index, name } = field
  const locator = tab.locator(typedInto).nth(index)
  typed += 1
  const token = `${name === 'phone' ? '+1201556' : 'typed'}${String(typed).padStart(4, '0')}`
  const text =
    {
      email: `${token}@example.org`,
      day: pick(['2999-01-02', '2020-01-02', '']),
      value: pick(['1200,50', '1.200', 'x', '900']),
    }[name] ?? token
  if (field.type === 'checkbox' || field.type === 'radio')
    await locator.check({ timeout: 2000 }).catch(() => {})
  else if (field.type === 'select-one') await locator.selectOption({ index: below(3) })
  else if (/^(words|note|email|phone|day|value)$/.test(name) && field.type !== 'datetime-local') {
    // A refused form may have come back on another page, in another place.
    const replaced = await locator.inputValue()
    for (const old of live) if (replaced.includes(old)) live.delete(old)
    if (chance() < 0.5 && name === 'words') {
      await locator.press('ControlOrMeta+a')
      await tab.keyboard.type(text)
    } else await locator.fill(text)
    if (text.includes(token)) live.add(token)
  } else return
  log.push(`types ${text} into ${name}`)
  if (name !== 'words' || chance() < 0.5) return
  // A form with a day that is over is refused, and has to come back as typed.
  const day = fields.find((one) => one.name === 'day' && one.isShown && one.posts)
  if (day && chance() < 0.7) await tab.locator(typedInto).nth(day.index).fill('2020-01-02')
  await locator.focus()
  const { focus, bySend } = await lookAt(tab)
  log.push('presses Control and Enter')
  await tab.keyboard.press('ControlOrMeta+Enter')
  return focus.tag === 'textarea' && bySend ? bySend : undefined
}

/** Nothing that leads out of the desk: to another program, or to the host of the sender. */
const isWalked = ({ isShown, href, action }: Look['pressable'][number]) =>
  isShown && !/^(tel|mailto):/.test(href) && !/(sender|test|headers)$/.test(action)

/** Does something on a page. Returns the press that this means, if it is one of a form that is posted. */
async function act(tab: Page, seen: Look): Promise<Pressed | undefined> {
  const where = new URL(tab.url()).pathname
  const way = chance()
  if (way < 0.25) return type(tab, seen)
  // A key behind a question must do nothing.
  const behind = seen.isModal && way > 0.5 ? Object.keys(seen.byKey) : []
  if (way < 0.37 || behind.length > 0) {
    const keys = ['r', 'n', 'c', 's', 'u', 'u', 'Enter', 'Escape', 'ControlOrMeta+Enter', 'Tab']
    const combination = pick(behind.length > 0 ? behind : keys)
    const isRested = chance() < 0.7
    if (isRested)
      await evaluate(tab, () => {
        const now = performance.now.bind(performance)
        performance.now = () => now() + 2_000
      })
    log.push(
      `presses ${combination} on ${where} in ${seen.focus.tag}${seen.isModal ? ' behind a question' : ''}`,
    )
    await tab.keyboard.press(combination)
    const isField = /input|textarea|select/.test(seen.focus.tag)
    if (combination.length === 1)
      return isField || seen.isModal || (!isRested && seen.age < 300) ? undefined : seen.byKey[combination]
    if (combination === 'ControlOrMeta+Enter' && seen.focus.tag === 'textarea')
      return seen.bySend ?? undefined
    if (combination !== 'Enter' || seen.focus.leaves || seen.focus.tag === 'textarea') return undefined
    return seen.focus.tag === 'button'
      ? seen.pressable.find((one) => one.isShown && one.posts && one.words === seen.byEnter?.words)
      : (seen.byEnter ?? undefined)
  }
  if (way < 0.43) {
    log.push(`goes back or on from ${where}`)
    await (chance() < 0.6
      ? tab.goBack({ waitUntil: 'commit', timeout: 1500 })
      : tab.goForward({ waitUntil: 'commit', timeout: 1500 })
    ).catch(() => {})
    return undefined
  }
  if (way < 0.58) {
    const place =
      chance() < 0.4
        ? `/leads/${(await query<{ id: string }>('select id from leads order by random() limit 1'))[0]?.id}`
        : pick(places)
    log.push(`opens ${place}`)
    await tab.goto(`http://127.0.0.1:${port}${place}`, { waitUntil: 'commit' }).catch(() => {})
    return undefined
  }
  const choices = seen.pressable.filter(isWalked)
  const forms = choices.filter(({ posts }) => posts)
  const questions = choices.filter(({ asks }) => asks)
  // Such a key is seldom pressed behind a question, unless many questions are opened on its page.
  const isAsked = Object.keys(seen.byKey).length > 0 && questions.length > 0 && chance() < 0.4
  const chosen = pick(isAsked ? questions : forms.length > 0 && chance() < 0.6 ? forms : choices)
  if (!chosen) return undefined
  const isTwice = chance() < 0.25
  log.push(`presses${isTwice ? ' twice' : ''} “${chosen.words}” (${chosen.who}) on ${where}`)
  await tab
    .locator('button, a[href]')
    .nth(chosen.index)
    .scrollIntoViewIfNeeded({ timeout: 1500 })
    .catch(() => {})
  // The mouse presses where the button is after that, and a press on the same page later knows its places.
  Object.assign(seen, await lookAt(tab))
  const place = seen.pressable[chosen.index]?.place
  if (!place) return void log.push('  which was covered')
  await tab.mouse.click(place.x, place.y)
  if (isTwice) {
    await setTimeout(chance() < 0.5 ? 0 : 250 * chance())
    await tab.mouse.down({ clickCount: 2 })
    await tab.mouse.up({ clickCount: 2 })
  }
  return chosen.posts ? chosen : undefined
}

/** Types into a page that waits for an answer, which takes nothing more. */
async function typeAgain(tab: Page, { fields }: Look) {
  const field = pick(fields.filter(({ isShown, name, posts }) => isShown && posts && name === 'words'))
  if (!field) return undefined
  typed += 1
  const token = `typed${String(typed).padStart(4, '0')}`
  log.push(`types ${token} on the same page`)
  // A locator would wait for the answer.
  await evaluate(tab, ([fields, index]) => document.querySelectorAll<HTMLElement>(fields)[index]?.focus(), [
    typedInto,
    field.index,
  ] as const)
  await tab.keyboard.type(token)
  const { values } = await lookAt(tab)
  if (values.some((value) => value.includes(token))) live.add(token)
  return undefined
}

/** Presses a button of a page that waits for an answer. Nothing but its mouse can then be used. */
async function pressAgain(tab: Page, { pressable }: Look): Promise<Pressed | undefined> {
  const chosen = pick(pressable.filter((one) => one.posts && one.place && isWalked(one)))
  if (!chosen?.place) return undefined
  log.push(`presses “${chosen.words}” (${chosen.who}) on the same page`)
  await tab.mouse.click(chosen.place.x, chosen.place.y)
  return chosen
}

type Told = { id: string; sentence: string | null }
const told = new Map<string, Told>()
/** What each act has changed. */
const acts = new Map<string, Change>()

async function newlyTold() {
  const rows = await query<Told>(
    `select id::text, told ->> 'sentence' as sentence from desk_acts order by begun_at, id`,
  )
  const fresh = rows.filter(({ id }) => !told.has(id))
  for (const one of fresh) told.set(one.id, one)
  return fresh
}

test('the second half of a double press does nothing on the next page', async () => {
  for (const name of ['ann', 'bob']) await accept(`${name}@example.com`, { name })
  await query(`update leads set call_again_on = current_date`)
  const [tab] = tabs as [Page, Page]
  await tab.goto(`http://127.0.0.1:${port}/calls`)
  const box = (await tab.getByRole('button', { name: /^No answer/ }).boundingBox()) ?? assert.fail()
  const [x, y] = [box.x + 10, box.y + 10]
  await tab.mouse.click(x, y)
  await tab.getByText('1 person to call').waitFor()
  // The notice moves the button, as it does not on the page after the next.
  const now = (await tab.getByRole('button', { name: /^No answer/ }).boundingBox()) ?? assert.fail()
  await tab.mouse.move(now.x + 10, now.y + 10)
  await tab.mouse.down({ clickCount: 2 })
  await tab.mouse.up({ clickCount: 2 })
  await settle()
  assert.equal((await query('select 1 from lead_notes')).length, 1)
  // A double press that is all on one page is one act.
  const [left, top] = [now.x + 10, now.y + 10]
  await tab.mouse.dblclick(left, top)
  await settle()
  assert.equal((await query('select 1 from lead_notes')).length, 2)
  await query('delete from leads')
})

test('nothing on a page moves once it is shown', async () => {
  await accept('ann@example.com', { name: 'ann' })
  const [person] = await query<{ id: string }>('select id from leads')
  const [tab] = tabs as [Page, Page]
  const moved = () =>
    tab.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          new PerformanceObserver((list) => {
            // On a slow machine, the first half of a page is painted before the second has come.
            const [{ domInteractive } = { domInteractive: 0 }] = performance.getEntriesByType(
              'navigation',
            ) as PerformanceNavigationTiming[]
            const shifts = (
              list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]
            ).filter(({ startTime }) => startTime > domInteractive)
            resolve(shifts.flatMap(({ sources }) => sources.map(({ node }) => String(node?.textContent))))
          }).observe({ type: 'layout-shift', buffered: true })
          window.setTimeout(() => resolve([]), 300)
        }),
    )
  for (const width of [1280, 390])
    for (const place of [...places, `/leads/${person?.id}`, `/leads/${person?.id}/erase`]) {
      // Only what is in the window counts.
      await tab.setViewportSize({ width, height: 4000 })
      await tab.goto(`http://127.0.0.1:${port}${place}`, { waitUntil: 'load' })
      assert.deepEqual(await moved(), [], `${place} at ${width} px`)
    }
  await tab.setViewportSize({ width: 1280, height: 900 })
  await tab.goto(`http://127.0.0.1:${port}/`)
  await query('delete from leads')
})

test('each form of the desk that is refused comes back as it was sent', async () => {
  await accept('ann@example.com', { name: 'ann', phone_e164: '+12015550110', consent: true })
  await query(prepare)
  const [person] = await query<{ id: string }>('select id from leads')
  const [tab] = tabs as [Page, Page]
  let compared = 0
  const lost: string[] = []
  // The answer to a refused erasure is the list.
  for (const place of [...places, `/leads/${person?.id}`]) {
    await tab.goto(`http://127.0.0.1:${port}${place}`)
    const forms = await tab.locator('main form[method=post]:has([name=press])').count()
    for (let index = 0; index < forms; index += 1) {
      await tab.goto(`http://127.0.0.1:${port}${place}`)
      const form = tab.locator('main form[method=post]:has([name=press])').nth(index)
      const { action, sent } = await form.evaluate(fillForm)
      // Where people are only chosen, nothing is typed. What is pasted to be read is not stored, and an erasure that is
      // refused leads to the list.
      const isTyped = JSON.parse(sent).some(([name]: string[]) => !/^(all|lead|column)$/.test(name ?? ''))
      if (!isTyped || /(headers|erase)$/.test(action)) continue
      refuses = true
      const answered = tab.waitForResponse((answer) => answer.request().method() === 'POST')
      const loaded = tab.waitForEvent('load')
      await form.evaluate((one: HTMLFormElement) => {
        one.noValidate = true
        one.requestSubmit(
          one.querySelector('button:enabled:not([type=button], [formmethod=dialog], [hidden])'),
        )
      })
      await answered
      await loaded
      refuses = false
      const back = await tab
        .locator(`form[action=${JSON.stringify(action)}]:not([data-typed] *)`)
        .evaluateAll(readForms)
      if (!back.includes(sent)) lost.push(`${action} on ${place}: sent ${sent}, not ${back.join(' or ')}`)
      compared += 1
    }
  }
  assert.deepEqual(lost, [])
  assert.ok(compared > 5, `${compared} forms`)
  await query('delete from leads')
})

/** How many steps did not end. */
let unended = 0
/** Lets the answers arrive that the step holds back. */
let release = () => {}

/**
 * Takes new tabs if a step does not end. A tab of Chromium sometimes answers the driver no more if it was pressed while
 * the question before leaving was answered, on a page with nothing but a link, too.
 */
async function endStep(step: Promise<void>) {
  const hasEnded = step.then(() => true)
  const limit = new AbortController()
  const late = async (ms: number) => setTimeout(ms, false, { signal: limit.signal }).catch(() => false)
  try {
    if (await Promise.race([hasEnded, late(120_000)])) return
    unended += 1
    console.info(`a step does not end: ${running} requests run\n${log.slice(-14).join('\n')}`)
    release()
    await openTabs()
    await Promise.race([hasEnded.catch(() => true), late(60_000)])
    live.clear()
    held = {}
  } finally {
    limit.abort()
  }
}

test(`a random walk of ${steps} steps over the desk does what its buttons say, once, and loses nothing (seed ${seed})`, async () => {
  const join = (name: string) =>
    accept(`${name}@example.org`, {
      name,
      phone: `+1201555011${people.indexOf(name)}`,
      phone_e164: `+1201555011${people.indexOf(name)}`,
      country_code: 'US',
      consent: true,
    })
  const take = async (step: number) => {
    if (step % 40 === 0) {
      for (const name of people)
        if ((await query(`select 1 from leads where name = '${name}'`)).length === 0) await join(name)
      await query(prepare)
      await newlyTold()
    }
    const before = await readState()
    posted.clear()
    asked = 0
    leaves = chance() < 0.7
    log.push(`step ${step}`)
    if (step % 500 === 499) console.info(`${step + 1} steps`)
    const pressed: (Pressed | undefined)[] = []
    const tab = pick(tabs)
    const { promise, resolve } = Promise.withResolvers<void>()
    release = resolve
    const way = chance()
    // The database or the network is slow, and the operator does not wait.
    held = way < 0.1 ? { before: promise } : way < 0.2 ? { after: promise } : {}
    const isLocked = way > 0.92 && Boolean(env.TEST_DATABASE_URL)
    const lock = isLocked
      ? query(`do $$ begin lock table lead_notes, outbox in exclusive mode; perform pg_sleep(0.4); end $$`)
      : undefined
    const seen = await lookAt(tab)
    pressed.push(await act(tab, seen))
    if (way < 0.2 || isLocked) {
      await setTimeout(60)
      log.push('  while the answer is held back')
      const other = tabs.find((one) => one !== tab) ?? tab
      // Only a page that waits for an answer is still the one that was seen. A form that is not complete moves it.
      const again =
        !pressed[0]?.isValid || chance() < 0.4
          ? act(other, await lookAt(other))
          : chance() < 0.5
            ? pressAgain(tab, seen)
            : typeAgain(tab, seen)
      pressed.push(await Promise.race([again, setTimeout(20_000, undefined)]))
    }
    await setTimeout(10)
    resolve()
    await lock
    await settle()
    held = {}
    const state = await readState()
    const change = changeBetween(before, state)
    const fresh = await newlyTold()
    const said = fresh.map(({ sentence }) => sentence).join(' | ')
    const report = () =>
      `seed ${seed}: ${JSON.stringify(change)}; it said “${said}”\n${log.slice(-14).join('\n')}\nposted ${[...posted.keys()].join('\n')}`
    const meant = pressed.filter((one) => one !== undefined)
    const forms = [...posted.values()]
    assert.ok(
      posted.size <= meant.length,
      `pressed ${meant.length}, posted ${posted.size} forms; ${report()}`,
    )
    const presses = forms.map((fields, place): { press: Press; meaning: Meaning | undefined } => {
      const path = [...posted.keys()][place]?.split(' ')[0]
      const at = meant.findIndex(({ action }) => action.split('?')[0] === path)
      const [one] = meant.splice(at, 1)
      assert.ok(at >= 0 && one, `posted ${path} without its button; ${report()}`)
      const who = one.who === '' || one.who === 'concerned' ? people.join(', ') : one.who
      const press = {
        words: one.words,
        who,
        beside: one.beside,
        fields,
        undoes: acts.get(fields.get('undoes') ?? ''),
      }
      return { press, meaning: meaningOf(press, before) }
    })
    for (const { press, meaning } of presses)
      assert.ok(
        meaning || /\.txt|json|Download|Evidence|All that/.test(press.words),
        `“${press.words}” has no meaning`,
      )
    const [only] = presses
    if (presses.length === 1 && only && fresh.length > 0 && !isRefused(fresh[0]?.sentence)) {
      assert.deepEqual(unexplained(change, only.meaning ?? { must: {} }, before), [], report())
    } else {
      // One of several may be refused, or not have reached the desk.
      const may = presses.map(({ meaning }) => meaning).filter((one) => one !== undefined)
      const isAnyDone =
        forms.some((fields) => fields.has('section')) || fresh.some(({ sentence }) => !isRefused(sentence))
      const doable = isAnyDone ? may : []
      const other = Object.keys(change).filter(
        (name) => !doable.some(({ must, may }) => name in must || may?.test(name)),
      )
      assert.deepEqual(other, [], report())
    }
    const [act1] = fresh
    if (fresh.length === 1 && act1) acts.set(act1.id, inverse(change, before))
    const looks = await Promise.all(tabs.map(lookAt))
    const notes = await query<{ note: string | null }>('select words as note from number_events')
    const stored = [...[...state].flat(), ...notes.map(({ note }) => note)].join('\n')
    const found = [...looks.flatMap(({ values }) => values), stored].join('\n')
    for (const token of live) {
      if (asked === 0) assert.ok(found.includes(token), `“${token}” is lost; ${report()}`)
      if (stored.includes(token) || !found.includes(token)) live.delete(token)
    }
  }
  for (let step = 0; step < steps; step += 1) await endStep(take(step))
  assert.ok(unended <= steps / 200, `${unended} steps did not end`)
})
