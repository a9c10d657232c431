import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { TextingProps } from './view.tsx'

const { pages, render } = await buildInterface()

const stop = {
  phone_e164: '+12025550107',
  stop: 7,
  stopped_at: '2020-11-18T09:05:00Z',
  stopped_by: 'ann',
  words: 'Stop it',
  lifted_at: null,
  lifted_by: null,
  note: null,
}
const text = { id: 'a', sender: 'Acme', words: 'Hello', received_at: '2020-11-20T15:12:00Z' }

const show = (changes: Partial<TextingProps>) =>
  parseHTML(
    render({
      page: pages.texting,
      props: { numbers: [], texts: [], registration: {}, ...changes },
      shell: { title: 'Texting', links: [] },
    }),
  ).document

/** As the forms of the list send it. */
const formsOf = (page: Document) =>
  [...page.querySelectorAll('li form')].map((form) =>
    [...form.querySelectorAll('input[type=hidden]:not([name=press])')].map((input) =>
      input.getAttribute('value'),
    ),
  )

test('an empty page says so, and lets the operator stop a number', () => {
  const page = show({})
  assert.match(page.querySelector('main')?.textContent ?? '', /No number is stopped.*Nobody wrote anything/)
  assert.ok(page.querySelector('form[action="/texting"] input[name=phone][required]'))
})

test('a stop can be lifted only once, and its number leads to the persons who have it', () => {
  assert.deepEqual(formsOf(show({ numbers: [stop] })), [['lift', stop.phone_e164, '7']])
  const lifted = {
    ...stop,
    lifted_at: '2020-11-19T10:00:00Z',
    lifted_by: 'desk:postgres',
    note: 'She called',
  }
  const page = show({ numbers: [lifted] })
  assert.deepEqual(formsOf(page), [])
  assert.match(
    page.querySelector('li')?.textContent ?? '',
    /^\+1 202 555 0107liftedStopped 18 Nov 2020, \d\d:\d\d, by ann“Stop it”Lifted 19 Nov 2020, \d\d:\d\d, at the desk by the owner: She called$/,
  )
  assert.equal(page.querySelector('li a')?.getAttribute('href'), '/leads?q=%2B12025550107')
})

test('only a text message with a number that is not stopped can stop it', () => {
  const number = { ...text, id: 'b', sender: stop.phone_e164 }
  assert.deepEqual(formsOf(show({ texts: [text, number] })), [['stop sender', stop.phone_e164]])
  assert.deepEqual(formsOf(show({ numbers: [stop], texts: [number] })), [['lift', stop.phone_e164, '7']])
  assert.deepEqual(formsOf(show({ numbers: [{ ...stop, lifted_at: '2020-11-19' }], texts: [number] })), [
    ['stop sender', stop.phone_e164],
  ])
})

test('an answer of the registration that has a hole is named and not shown', () => {
  const page = show({ registration: { Sender: 'Acme', Terms: '<address>', 'First text': 'See <SITE_URL>' } })
  assert.deepEqual(
    [...page.querySelectorAll('dt')].map(({ textContent }) => textContent),
    ['Sender'],
  )
  assert.match(page.querySelector('main')?.textContent ?? '', /Not ready yet: Terms, First text\./)
})

test('only the first 20 of a long list are open', () => {
  const numbers = Array.from({ length: 21 }, (_, place) => ({
    ...stop,
    phone_e164: `+120255501${place + 10}`,
  }))
  const folds = (count: number) =>
    [...show({ numbers: numbers.slice(0, count) }).querySelectorAll('summary')].filter(({ textContent }) =>
      /more$/.test(textContent ?? ''),
    )
  assert.deepEqual(folds(20), [])
  const [fold] = folds(21)
  assert.equal(fold?.textContent, '1 more')
  assert.equal(fold?.parentElement?.querySelectorAll('li').length, 1)
})
