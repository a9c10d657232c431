import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query } = await openDeskApp()

/** Returns what the page would ask for, from the props of the island that asks. */
async function askOf(path: string): Promise<string> {
  const { document } = parseHTML((await ask('GET', path)).body)
  return JSON.parse(document.querySelector('[data-island=NewPeople]')?.getAttribute('data-props') ?? '').ask
}

const answer = async (path: string) => JSON.parse((await ask('GET', path)).body).text

test('a page learns how many people have come since, of those who pass its filters', async () => {
  const asks = await Promise.all(['/', '/leads', '/leads?q=bob', '/leads?to=2020-01-01'].map(askOf))
  assert.deepEqual(await Promise.all(asks.map(answer)), ['', '', '', ''])
  for (const name of ['bob', 'cyd'])
    await query('select accept_lead(gen_random_uuid(), $1)', [
      { ...lead, name, email: `${name}@example.org` },
    ])
  assert.deepEqual(await Promise.all(asks.map(answer)), ['2 new people', '2 new people', '1 new person', ''])
  assert.equal(await answer('/new?seen=soon'), '')
})

test('a desk whose clock is slow takes nobody whom it shows for new', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 86_400_000 })
  for (const path of ['/', '/leads']) assert.equal(await answer(await askOf(path)), '', path)
})
