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
  assert.deepEqual(proof(copy, 'http://127.0.0.1:3000'), { presenter, quotes, figures })
  assert.deepEqual(proof(copy, 'https://training.example.com'), {
    presenter: undefined,
    quotes: [quote],
    figures: [figure],
  })
})
