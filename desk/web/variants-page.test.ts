import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildInterface } from './build-interface.ts'
import { createApp } from './create-app.ts'

const ui = await buildInterface()

/** Returns the page's verdict on each variant. All variants have the same number of views. */
async function verdicts(leads: Record<string, number>, views: number) {
  const variants = Object.entries(leads).map(([variant, leads]) => ({ variant, views, leads }))
  const app = createApp({ call: async () => variants, close: async () => {} }, { port: 1, key: 'key', ui })
  const page = await (
    await app.request('/variants', { headers: { host: 'localhost:1', authorization: 'Bearer key' } })
  ).text()
  const rows = [...page.matchAll(/<th scope="row">(\w+)<small>.*?<\/tr>/gs)]
  return {
    progress: /<strong>(.*?)<\/strong> Each variant/.exec(page)?.[1],
    told: rows.map(([row]) => /better|worse|no difference shown|too early to say/.exec(row)?.[0]),
  }
}

test('a variant is better or worse only where the whole interval of the difference is', async () => {
  assert.deepEqual(await verdicts({ control: 400, more: 480, fewer: 320, same: 405 }, 4_000), {
    progress: 'The test is over.',
    told: [undefined, 'better', 'worse', 'no difference shown'],
  })
})

test('no variant is better before each has the views that the test needs', async () => {
  assert.deepEqual(await verdicts({ control: 100, more: 160 }, 1_000), {
    progress: '2,841 views to go.',
    told: [undefined, 'too early to say'],
  })
})
