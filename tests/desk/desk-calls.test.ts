import assert from 'node:assert/strict'
import { parseHTML } from 'linkedom'
import { dateOf, startOf } from '../../desk/core/period.ts'
import { testOnEmpty } from '../sql/test-on-empty.ts'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query, sameOrigin } = await openDeskApp()

const dayIn = (days: number) => dateOf(startOf(dateOf(new Date()), days))

/** Defines a test that starts with three people to call today: ann, bob and cyd. Cyd came last. */
const test = (title: string, work: () => Promise<unknown>) =>
  testOnEmpty({ query })(title, async () => {
    for (const name of ['ann', 'bob', 'cyd'])
      await query('select accept_lead(gen_random_uuid(), $1)', [
        { ...lead, name, email: `${name}@example.org` },
      ])
    await query('update leads set call_again_on = $1', [dayIn(0)])
    await work()
  })

const show = async (path = '/calls') => parseHTML((await ask('GET', path)).body).document

const nameIn = (page: Document) => page.querySelector('main strong')?.textContent

/** Presses a button of a form of the page, and returns the next page. */
async function press(page: Document, form: string, changes: Record<string, string> = {}) {
  const found = page.querySelector(form)
  const fields = [...(found?.querySelectorAll('input:not([type=radio]:not([checked]))') ?? [])].map(
    (field) => [field.getAttribute('name'), field.getAttribute('value') ?? ''],
  )
  const body = String(new URLSearchParams({ ...Object.fromEntries(fields), ...changes }))
  const { headers } = await ask('POST', found?.getAttribute('action') ?? '', sameOrigin, body)
  const next = await ask('GET', headers.location ?? '')
  return next.headers.location ? show(next.headers.location) : parseHTML(next.body).document
}

const judge = (page: Document, verdict: string, changes: Record<string, string> = {}) =>
  press(page, 'form[action="/calls"][aria-label]', { verdict, ...changes })
const undo = (page: Document) => press(page, 'form:has([aria-keyshortcuts=u])')
const told = (page: Document) => page.querySelector('[role=status]')?.textContent

const days = () => query(`select name, call_again_on::text as day from leads order by name`)

test('each verdict shows the next person, and the last one can be taken back', async () => {
  const first = await show()
  assert.equal(nameIn(first), 'cyd')
  assert.match(first.querySelector('main')?.textContent ?? '', /3 people to call/)
  const second = await judge(first, 'reached', { words: 'wants a price' })
  assert.deepEqual([nameIn(second), told(second)], ['bob', 'cyd: reached.'])
  const third = await judge(second, 'no answer')
  assert.deepEqual([nameIn(third), told(third)], ['ann', 'bob: no answer, to call again tomorrow.'])
  const again = await undo(third)
  assert.deepEqual([nameIn(again), told(again)], ['bob', 'bob is to be called again.'])
  assert.equal((await query(`select 1 from lead_notes`)).length, 1)
  const done = await judge(await judge(again, 'no answer'), 'call again', { day: dayIn(3) })
  assert.match(done.querySelector('main')?.textContent ?? '', /No calls are left for today/)
  assert.deepEqual(await days(), [
    { name: 'ann', day: dayIn(3) },
    { name: 'bob', day: dayIn(1) },
    { name: 'cyd', day: null },
  ])
  const [cyd] = await query<{ id: string }>(`select id from leads where name = 'cyd'`)
  assert.match(
    (await show(`/leads/${cyd?.id}`)).querySelector('ol li')?.textContent ?? '',
    /^Reached.*, by .*wants a price/,
  )
})

test('an outcome is stored with the call, asked for if it can mean two amounts, and taken back with it', async () => {
  const outcomes = () =>
    query<{ outcome: string }>(
      `select name, outcome::text, outcome_value::float as value from leads order by name`,
    )
  const asked = await judge(await show(), 'reached', { outcome: 'won', value: '1.200', words: 'a sale' })
  assert.match(told(asked) ?? '', /can mean two amounts/)
  const won = await press(asked, 'form:has(button[name=value])', { value: '1200' })
  assert.match(told(won) ?? '', /^cyd: reached; won, 1,200\.$/)
  const lost = await judge(won, 'no answer', { outcome: 'lost' })
  assert.equal(told(lost), 'bob: no answer, to call again tomorrow; lost.')
  assert.match(told(await judge(lost, 'reached', { value: '50' })) ?? '', /a value belongs to a sale/)
  await judge(lost, 'reached')
  assert.deepEqual(await outcomes(), [
    { name: 'ann', outcome: 'open', value: null },
    { name: 'bob', outcome: 'lost', value: null },
    { name: 'cyd', outcome: 'won', value: 1200 },
  ])
  await undo(won)
  const [, , cyd] = await outcomes()
  assert.equal(cyd?.outcome, 'open')
})

test('a day that the browser refuses stands only in the way of the verdict that needs one', async () => {
  const buttons = [...(await show()).querySelectorAll('button[name=verdict]')].map(
    (button) => `${button.getAttribute('value')}: ${button.hasAttribute('formNoValidate')}`,
  )
  assert.deepEqual(buttons, ['reached: true', 'no answer: true', 'call again: false'])
})

test('an old page, a day that is over and a missing button change nothing', async () => {
  const old = await show()
  const before = await days()
  assert.match(told(await judge(old, 'call again', { day: dayIn(0) })) ?? '', /tomorrow or later/)
  assert.match(told(await judge(old, 'call again', { day: '' })) ?? '', /tomorrow or later/)
  assert.match(told(await judge(old, '')) ?? '', /no button/)
  assert.deepEqual(await days(), before)
  const judged = await judge(old, 'no answer')
  assert.match(
    told(await judge(old, 'reached')) ?? '',
    /^Nothing was saved: somebody else has set another day/,
  )
  await query(`update leads set call_again_on = null where name = 'cyd'`)
  assert.match(told(await undo(judged)) ?? '', /^Nothing was taken back/)
})

test('whoever is skipped comes again at the end', async () => {
  const skip = (page: Document) =>
    show(page.querySelector('[aria-keyshortcuts=s]')?.getAttribute('href') ?? '')
  const second = await skip(await show())
  const third = await skip(second)
  assert.deepEqual([nameIn(second), nameIn(third)], ['bob', 'ann'])
  assert.equal(third.querySelector('[aria-keyshortcuts=s]'), null)
  const next = await judge(second, 'reached')
  assert.equal(nameIn(next), 'ann', 'after a call the skipped person still waits')
  assert.equal(nameIn(await judge(next, 'reached')), 'cyd')
})
