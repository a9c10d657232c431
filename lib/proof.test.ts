import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../tests/kit/resolve-as-next.ts'

const { proof } = await import('./proof.ts')

const example = { isExample: true } as const
const quote = { text: 'It worked.', name: 'Kim', role: 'Founder' }
const figure = { number: '7', meaning: 'clients', source: 'Our books' }
const copy = {
  presenter: { name: 'Alex', role: 'Trainer', ...example },
  quotes: [quote, { ...quote, ...example }],
  figures: [{ ...figure, ...example }, figure],
  faq: [],
}

test('a page with a public address leaves out the examples of proof, and one of this machine shows them', () => {
  const { presenter, quotes, figures } = copy
  assert.deepEqual(proof(copy, 'http://127.0.0.1:3000'), { about: '', presenter, quotes, figures })
  assert.deepEqual(proof(copy, 'https://training.example.com'), {
    about: '',
    presenter: undefined,
    quotes: [quote],
    figures: [figure],
  })
})

test('on the video stand the name of who gives the training and its length, and no example', () => {
  const presenter = { name: 'Ada', role: 'Trainer' }
  assert.equal(proof({ ...copy, presenter, length: '18 min' }, 'http://127.0.0.1:3000').about, 'Ada · 18 min')
  assert.equal(proof({ ...copy, length: '18 min' }, 'http://127.0.0.1:3000').about, '18 min')
})
