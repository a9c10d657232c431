import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import type { TextingProps } from './view.tsx'

const { render } = await buildInterface()

const stop = { phone: '+12025550107', name: '+1 202 555 0107', stopped: 'Stopped today', words: 'Stop it' }
const text = { id: 'a', from: 'Acme', words: 'Hello', when: '20 Nov, 15:12' }

/** Renders the page with these props. */
const show = (changes: Partial<TextingProps>) =>
  parseHTML(
    render({
      page: 'texting',
      props: { numbers: [], texts: [], registration: [], missing: [], ...changes },
      shell: { title: 'Texting', links: [] },
    }),
  ).document

/** Returns what each form of the list would send. */
const formsOf = (page: Document) =>
  [...page.querySelectorAll('li form')].map((form) =>
    [...form.querySelectorAll('input[type=hidden]')].map((input) => input.getAttribute('value')),
  )

test('an empty page says so, and lets the operator stop a number', () => {
  const page = show({})
  assert.match(page.querySelector('main')?.textContent ?? '', /No number is stopped.*Nobody wrote anything/)
  assert.ok(page.querySelector('form[action="/texting"] input[name=phone][required]'))
})

test('a stop can be lifted only once, and its number leads to the persons who have it', () => {
  assert.deepEqual(formsOf(show({ numbers: [stop] })), [['lift', stop.phone]])
  const page = show({ numbers: [{ ...stop, lifted: 'Lifted today: She called' }] })
  assert.deepEqual(formsOf(page), [])
  assert.match(page.querySelector('li')?.textContent ?? '', /“Stop it”Lifted today: She called/)
  assert.equal(page.querySelector('li a')?.getAttribute('href'), '/leads?q=%2B12025550107')
})

test('only a text message with a number can stop it', () => {
  assert.deepEqual(formsOf(show({ texts: [text, { ...text, id: 'b', number: stop.phone }] })), [
    ['stop sender', stop.phone],
  ])
})

test('only the first 20 of a long list are open', () => {
  const numbers = Array.from({ length: 21 }, (_, place) => ({ ...stop, phone: `+120255501${place + 10}` }))
  const folds = (count: number) =>
    [...show({ numbers: numbers.slice(0, count) }).querySelectorAll('summary')].filter(({ textContent }) =>
      /more$/.test(textContent ?? ''),
    )
  assert.deepEqual(folds(20), [])
  const [fold] = folds(21)
  assert.equal(fold?.textContent, '1 more')
  assert.equal(fold?.parentElement?.querySelectorAll('li').length, 1)
})
