import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { searchNote } from '../../../desk/core/leads.ts'
import { commandIn } from '../command-in.ts'
import { openDeskApp } from '../open-desk-app.ts'

const { ask, query, url } = await openDeskApp()
const leads = (...args: string[]) => commandIn({ SUPABASE_DB_URL: url })('leads', ...args)
const store = (count: number) =>
  query(`insert into leads (email, name, phone, country_code)
    select n || '@example.com', 'Bob', '1', 'US' from generate_series(1, ${count}) n`)
const deleteAll = () => query(`delete from leads where name = 'Bob'`)

test('above 5,000, the exports and the news say that there are more people, and the list counts whom it has found', async () => {
  const bodyOf = async (path: string) => (await ask('GET', path)).body
  await store(5001)
  const list = parseHTML(await bodyOf('/leads?q=bob')).document
  assert.equal(list.querySelector('main [data-slot=card] strong')?.textContent, '5,001 people')
  assert.match(await bodyOf('/exports?q=bob'), /more than 5,000 people/)
  assert.match(await bodyOf(`/new?seen=${new Date(0).toISOString()}`), /more than 5,000 new people/)
  await deleteAll()
})

test('above 10,000 leads, a search says that it looks inside the newest names alone', async () => {
  const saidAt = async () => [
    ...(await Promise.all(
      ['/leads?q=bob', '/exports?q=bob', '/people?q=bob', '/leads', '/exports'].map(async (path) => {
        const { status, body } = await ask('GET', path)
        assert.equal(status, 200, path)
        return body.includes(searchNote)
      }),
    )),
    (await leads('--csv', '--search', 'ann')).err === `${searchNote}\n`,
  ]
  await store(10_000)
  assert.deepEqual(await saidAt(), [true, true, true, false, false, true])
  await query(`delete from leads where email = '1@example.com'`)
  assert.deepEqual(await saidAt(), [false, false, false, false, false, false])
  await deleteAll()
})
