import assert from 'node:assert/strict'
import { env } from 'node:process'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { parseHTML } from 'linkedom'
import { createRandom } from '../kit/random.ts'
import { openDeskApp } from './open-desk-app.ts'
import {
  type Change,
  changeBetween,
  inverse,
  isRefused,
  meaningOf,
  people,
  prepare,
  type State,
  stateQuery,
  unexplained,
} from './walk-model.ts'

const { ask, lead, query, sameOrigin } = await openDeskApp()
const steps = Number(env.WALK ?? 20)
const seed = env.WALK_SEED === 'random' ? Date.now() % 1e6 : Number(env.WALK_SEED ?? 1)

const { next: random } = createRandom(seed)
const pick = <One>(all: One[]): One | undefined => all[Math.floor(random() * all.length)]

const tabs = [
  '/',
  '/leads',
  '/leads?mails=held',
  '/leads?mails=failed',
  '/calls',
  '/mails',
  '/texting',
  '/settings',
]

const readState = async (): Promise<State> =>
  new Map((await query<{ name: string; value: string }>(stateQuery)).map(({ name, value }) => [name, value]))

/** What each act has changed. */
const acts = new Map<string, Change>()
let known = new Set<string>()
/** Returns what the desk has told since it was last asked. */
async function newlyTold() {
  const rows = await query<{ id: string; sentence: string | null }>(
    `select id::text, told ->> 'sentence' as sentence from desk_acts where next is not null order by begun_at`,
  )
  const fresh = rows.filter(({ id }) => !known.has(id))
  known = new Set(rows.map(({ id }) => id))
  return fresh
}

type Page = { path: string; document: Document }

async function open(path: string): Promise<Page> {
  const { body, headers, status } = await ask('GET', path)
  if (headers.location) return open(headers.location)
  assert.ok(status < 500, `GET ${path}: ${status}`)
  return { path, document: parseHTML(body).document }
}

/** Each page that is open holds a megabyte. */
const mostOpen = 200

let typed = 0
/** Returns what a form sends: what the page shows, and in a text, perhaps something new. */
function fill(form: Element): URLSearchParams {
  const body = new URLSearchParams()
  for (const field of form.querySelectorAll('input, textarea, select')) {
    const [name, type] = [field.getAttribute('name'), field.getAttribute('type')]
    if (!name) continue
    const value = field.getAttribute('value') ?? ''
    if (field.localName === 'textarea') {
      typed += 1
      body.append(name, random() < 0.7 ? `words ${typed}` : '')
    } else if (type === 'checkbox') {
      if (random() < 0.3) body.append(name, value)
    } else if (type === 'radio') {
      if (!body.has(name) || random() < 0.3) body.set(name, value)
    } else if (name === 'value') body.append(name, pick(['', '1200,50', '1.200', 'x', value]) ?? '')
    else if (name === 'day') body.append(name, pick(['2999-01-02', '2020-01-02', value]) ?? '')
    else if (name === 'note') body.append(name, 'asked by phone')
    else body.append(name, value)
  }
  return body
}

const wordsOf = (one: Element) =>
  (one.getAttribute('aria-label') ?? one.textContent).trim().replace(/\s+/g, ' ')

/** Returns whom a form is about, as the page shows it. */
function whoOf({ document }: Page, form: Element, body: URLSearchParams) {
  const boxes = [...form.querySelectorAll('[name=lead]')].filter((box) =>
    body.getAll('lead').includes(box.getAttribute('value') ?? ''),
  )
  if (body.has('all') || form.getAttribute('action') === '/mails/causes') return people.join(', ')
  if (boxes.length > 0)
    return boxes.map((box) => box.getAttribute('aria-label')?.replace('Select ', '')).join(', ')
  return document.querySelector('main strong')?.textContent ?? ''
}

test(`a random walk over the desk of ${steps} steps does what its buttons say, once (seed ${seed})`, async () => {
  await query('delete from leads')
  for (const name of people)
    await query('select accept_lead(gen_random_uuid(), $1)', [
      { ...lead, name, email: `${name}@example.org`, phone_e164: `+1201555011${people.indexOf(name)}` },
    ])
  const ids = (await query<{ id: string }>('select id from leads')).map(({ id }) => id)
  const places = [...tabs, ...ids.map((id) => `/leads/${id}`)]
  const visited: Page[] = [await open('/')]
  for (let step = 0; step < steps; step += 1) {
    if (step % 40 === 0) await query(prepare)
    if (step % 500 === 499) console.info(`${step + 1} steps`)
    if (visited.length > mostOpen) visited.shift()
    const before = await readState()
    const page = (random() < 0.2 ? pick(visited) : visited.at(-1)) ?? assert.fail()
    const forms = [...page.document.querySelectorAll('form[method=post]')].filter(
      (form) => !/(erase|\.txt|headers|sender|test)/.test(form.getAttribute('action') ?? ''),
    )
    const form = random() < 0.7 ? pick(forms) : undefined
    if (!form) {
      visited.push(await open(pick(places) ?? '/'))
      assert.deepEqual(changeBetween(before, await readState()), {}, `step ${step}: a page changed something`)
      continue
    }
    const action = form.getAttribute('action') ?? ''
    const where = `step ${step}, seed ${seed}: ${action} on ${page.path}`
    const body = fill(form)
    assert.ok(body.get('press'), `${where} has no key`)
    const buttons = [...form.querySelectorAll('button')].filter(
      (button) => button.getAttribute('type') !== 'button' && !button.hasAttribute('hidden'),
    )
    const isNamed = buttons.some((one) => one.getAttribute('name'))
    const button = !isNamed || random() < 0.9 ? pick(buttons) : undefined
    if (button?.getAttribute('name'))
      body.append(button.getAttribute('name') ?? '', button.getAttribute('value') ?? '')
    const send = async (wait: number) => {
      await setTimeout(wait)
      return ask('POST', action, sameOrigin, String(body))
    }
    const presses = random() < 0.4 ? [0, 0, 30 * random()] : [0]
    const [first, ...others] = await Promise.all(presses.map(send))
    assert.ok(first && first.status < 500, `${where}: ${first?.status}`)
    for (const other of others) assert.equal(other.headers.location, first.headers.location, where)
    const after = await readState()
    const change = changeBetween(before, after)
    const fresh = await newlyTold()
    await send(0)
    assert.deepEqual(changeBetween(after, await readState()), {}, `${where}: a second press acted`)
    await newlyTold()
    const next = await open(first.headers.location ?? page.path)
    const told = fresh[0]?.sentence ?? ''
    const press = {
      words: button ? wordsOf(button) : '',
      who: whoOf(page, form, body),
      beside: button?.closest('li, dialog, [role=alert]')?.textContent ?? '',
      fields: body,
      undoes: acts.get(body.get('undoes') ?? ''),
    }
    const isDone = fresh.length > 0 && !isRefused(told)
    // The page of the settings says itself what it saved.
    const meaning =
      button && (isDone || action === '/settings')
        ? meaningOf(press, before)
        : { must: {}, may: /^hidden columns|^view/ }
    assert.ok(meaning, `${where}: “${press.words}” has no meaning`)
    assert.deepEqual(
      unexplained(change, meaning, before),
      [],
      `${where}: “${press.words}” of ${press.who}, ${body}; it said “${told}”`,
    )
    if (fresh[0]) acts.set(fresh[0].id, inverse(change, before))
    const changed = Object.keys(change)
    const words = body.get('words')?.trim()
    if (words && button && changed.length > 0) {
      const stored = await query('select 1 from lead_notes where words = $1', [words])
      assert.equal(stored.length, 1, `${where}: “${words}” is stored ${stored.length} times`)
    } else if (words && button && first.status === 303) {
      const kept = next.document.querySelector('[data-typed]')?.getAttribute('data-typed') ?? ''
      assert.ok(kept.includes(words), `${where}: “${words}” is lost; it said ${told}`)
    }
    visited.push(next)
  }
})
