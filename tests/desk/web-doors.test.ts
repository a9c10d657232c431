import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closed as named } from '../sql/open-web-desk.ts'
import { openWebApp } from './open-web-app.ts'

const { gateway, settings, query, join } = await openWebApp()

const roles = ['reader', 'colleague', 'owner']
const tokens = new Map<string, string>()
for (const role of roles) {
  const { browser } = await join(role.slice(0, 3), role)
  const [, access = ''] = decodeURIComponent(browser.cookies.get('__Host-desk') ?? '').split('~')
  tokens.set(role, access.replace(/\.[^.]*$/, ''))
}

async function ask(door: 'desk' | 'desk_slow', role: string, called: string) {
  const response = await fetch(`${gateway}/rest/v1/rpc/${door}`, {
    method: 'POST',
    headers: {
      apikey: settings.publishableKey,
      authorization: `Bearer ${tokens.get(role)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ called }),
  })
  assert.equal(response.status, 200, `${role}: ${called}`)
  return (await response.json()) as { answer?: unknown; refused?: string; error?: { code: string } }
}

async function call(role: string, called: string) {
  const quick = await ask('desk', role, called)
  return quick.refused === 'slow' ? ask('desk_slow', role, called) : quick
}

const doors = await query<{ called: string; role: string }>('select called, role from private.desk_doors()')
const functions = await query<{ name: string }>(
  `select proname::text as name from pg_proc where pronamespace = 'desk'::regnamespace order by 1`,
)

test('through HTTP each role may call what the table of doors says, and nothing else', async () => {
  const least = ['enrol', ...roles]
  for (const [place, role] of roles.entries())
    for (const door of doors) {
      const { refused } = await call(role, door.called)
      const isOpen = place + 1 >= least.indexOf(door.role)
      // Without its arguments a call may fail, but it is let in.
      assert.equal(refused, isOpen ? undefined : 'role', `${role}: ${door.called}`)
    }
  assert.ok(doors.length > 40)
})

test('through HTTP a function without a door is closed, to the owner too', async () => {
  const open = new Set(doors.map(({ called }) => called))
  const closed = functions.map(({ name }) => name).filter((name) => !open.has(name))
  assert.deepEqual(closed, named)
  for (const role of roles)
    for (const name of [...closed, 'pg_sleep', 'desk.attention', 'ATTENTION', 'attention; drop', ''])
      assert.equal((await call(role, name)).refused, 'closed', `${role}: ${name}`)
})
