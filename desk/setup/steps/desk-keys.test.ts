import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { deskKeys } from './desk-keys.ts'

const address = `https://${'a'.repeat(20)}.supabase.co`
// As `supabase projects api-keys --reveal -o json` prints them (supabase/cli 1d1e7191).
const keys = [
  { name: 'anon', type: 'legacy', api_key: 'eyJhbGciOi' },
  { name: 'default', type: 'secret', api_key: 'sb_secret_1' },
  { name: 'default', type: 'publishable', api_key: 'sb_publishable_1' },
]

/** The database keeps what `desk.set_web` is called with, the key as a digest. */
function openFor(t: TestContext, env: Record<string, string> = {}, project = keys) {
  const rows: { issuer: string; hash: string }[] = []
  const opened = openSupabaseWorld(t, { SUPABASE_URL: address, ...env }, (command, _, sql) => {
    if (command === 'projects api-keys') return project
    const [, issuer = '', key = ''] = /desk\.set_web\('([^']*)', '([^']*)'\)/.exec(sql) ?? []
    if (key) rows[0] = { issuer, hash: createHash('sha256').update(key).digest('hex') }
    return rows
  })
  return { ...opened, rows }
}

test('the desk on the web gets the publishable key and a key of its own, which stays', async (t) => {
  const { world, runs, rows } = openFor(t)
  assert.ok('todo' in (await deskKeys.look(world)))
  await deskKeys.do(world)
  assert.equal(world.get('SUPABASE_PUBLISHABLE_KEY'), 'sb_publishable_1')
  const tryKey = world.get('DESK_TRY_KEY') ?? ''
  assert.ok(tryKey.length >= 43)
  assert.equal(rows[0]?.issuer, `${address}/auth/v1`)
  assert.ok(!runs.some(([, args]) => args.some((arg) => arg.includes(tryKey))))
  assert.ok('done' in (await deskKeys.look(world)))
  await deskKeys.do(world)
  assert.equal(world.get('DESK_TRY_KEY'), tryKey)
})

test('what the database or the project has otherwise is set again', async (t) => {
  const { world, rows } = openFor(t)
  await deskKeys.do(world)
  const [right = { issuer: '', hash: '' }] = rows
  for (const wrong of [
    { ...right, issuer: 'https://b.supabase.co/auth/v1' },
    { ...right, hash: '00' },
  ]) {
    rows[0] = wrong
    assert.ok('todo' in (await deskKeys.look(world)))
    await deskKeys.do(world)
    assert.deepEqual(rows, [right])
  }
  world.set('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_revoked')
  assert.ok('todo' in (await deskKeys.look(world)))
  await assert.rejects(deskKeys.do(openFor(t, {}, keys.slice(0, 2)).world), {
    message: /^The project has no publishable key\. Create one/,
  })
})
