import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from './build-interface.ts'
import { createApp } from './create-app.ts'
import { placeOf } from './place.ts'

const ref = 'abcdefghijklmnopqrst'
const project = `postgres://postgres.${ref}:pass@aws-0-eu.pooler.supabase.com:5432/postgres`

test('only a desk without a database of its own shows tests', () => {
  for (const [variables, words] of [
    [{}, 'TEST · this machine'],
    [{ SUPABASE_DB_URL: project }, `LIVE · ${ref}`],
    [
      { SUPABASE_DB_URL: 'postgres://a:b@pooler.example/c', SUPABASE_URL: `https://${ref}.supabase.co` },
      `LIVE · ${ref}`,
    ],
    [{ SUPABASE_DB_URL: 'postgres://a:secret@db.example:5433/c' }, 'LIVE · db.example:5433'],
    [{ SUPABASE_DB_URL: 'postgres://a:secret@127.0.0.1:5433/c' }, 'LIVE · 127.0.0.1:5433'],
  ] as const)
    assert.equal(placeOf(variables).words, words)
})

test('each page says in its title, its head and its foot whether its leads are live', async () => {
  const ui = await buildInterface()
  const closed = { call: () => Promise.reject(new Error('closed')), close: async () => {} }
  const read = async (variables: Record<string, string>, authorization = 'Bearer key') => {
    const app = createApp(closed, { port: 1, key: 'key', ui, variables })
    const response = await app.request('/nowhere', { headers: { host: '127.0.0.1:1', authorization } })
    const { document } = parseHTML(await response.text())
    return ['title', 'header', 'aside'].map((part) => document.querySelector(part)?.textContent ?? '')
  }
  const [title = '', head = '', foot = ''] = await read({ SUPABASE_DB_URL: project })
  assert.equal(title, `Not found · LIVE · ${ref}`)
  assert.match(head, new RegExp(`LIVE · ${ref}`))
  assert.match(foot, /Live leads.*only on this machine/)
  const test = await read({})
  assert.equal(test[0], 'Not found · TEST · this machine')
  assert.match(`${test}`, /TEST · this machine.*Tests on this machine/)
  // Who lacks the key learns no name.
  assert.doesNotMatch(`${await read({ SUPABASE_DB_URL: project }, '')}`, /LIVE|abcdef/)
})
