import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from './create-app.ts'

test('a variant is better or worse only where the whole interval of the difference is', async () => {
  const variants = Object.entries({ control: 100, more: 160, fewer: 50, same: 110 }).map(
    ([variant, leads]) => ({ variant, views: 1_000, leads }),
  )
  const app = createApp({ call: async () => variants, close: async () => {} }, 1)
  const page = await (await app.request('/variants', { headers: { host: 'localhost:1' } })).text()
  const rows = [...page.matchAll(/<th scope="row">(\w+)<small>.*?<\/tr>/gs)]
  assert.deepEqual(
    rows.map(([row, name]) => [name, /better|worse|no difference shown/.exec(row)?.[0]]),
    [
      ['control', undefined],
      ['more', 'better'],
      ['fewer', 'worse'],
      ['same', 'no difference shown'],
    ],
  )
})
