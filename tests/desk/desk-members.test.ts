import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, sameOrigin, query } = await openDeskApp()

/** Presses a button of the page Members, and returns what the next page says of it. */
async function press(fields: Record<string, string>) {
  const body = new URLSearchParams({ press: crypto.randomUUID(), ...fields }).toString()
  const { headers } = await ask('POST', '/members', sameOrigin, body)
  return show(headers.location)
}

async function show(path = '/members') {
  const { document } = parseHTML((await ask('GET', path)).body)
  return {
    told: document.querySelector('[role=status]')?.textContent ?? '',
    text: document.querySelector('main')?.textContent ?? '',
  }
}

const ada = { do: 'add', name: 'Ada', address: 'Ada@example.org', role: 'owner' }

test('a member is added at the desk of this machine, and removed, and both are told', async () => {
  assert.match((await show()).text, /Nobody yet/)
  const added = await press(ada)
  assert.equal(
    added.told,
    'ada is a member now. Ask them to sign in to the desk on the web with Ada@example.org, and to read you the six letters that they see there.',
  )
  assert.match(added.text, /ada@example\.org\s*owner\s*not confirmed yet/)
  const removed = await press({ do: 'remove', name: 'ada' })
  assert.equal(
    removed.told,
    'ada is removed and signed out. Nobody is an owner of the desk on the web any more.',
  )
  assert.match(removed.text, /Removed \(1\)/)
})

test('what cannot be done is told in words, and nothing is changed', async () => {
  await press(ada)
  const before = await query('select * from desk_members order by id')
  const refusals = {
    'Nobody was added: a member has this name': ada,
    'Nobody was added: a name has up to 40': { ...ada, name: 'Ada L', address: 'l@example.org' },
    'Nobody was added: no role was chosen': { ...ada, name: 'bo', role: 'admin' },
    'Nothing was changed: there is no member with this name': { do: 'reset', name: 'zoe' },
    'Nothing was done: no button': {},
  }
  for (const [said, fields] of Object.entries(refusals))
    assert.match((await press(fields as Record<string, string>)).told, new RegExp(`^${said}`))
  assert.deepEqual(await query('select * from desk_members order by id'), before)
})

test('the log says that nothing is in it, and shows what was done', async () => {
  assert.match((await show('/log')).text, /Nothing yet/)
  await query(
    "insert into desk_log (member, called, outcome) values ('ada', 'change_settings', 'refused role')",
  )
  assert.match((await show('/log')).text, /ada changed the settings\s*not allowed/)
})
