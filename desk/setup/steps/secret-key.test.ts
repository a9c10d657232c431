import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseEnv } from 'node:util'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { secretKey } from './secret-key.ts'

// As `supabase projects api-keys --reveal -o json` prints them (supabase/cli 1d1e7191).
const legacy = { name: 'service_role', type: 'legacy', api_key: 'eyJhbGciOi' }
const publishable = { name: 'default', type: 'publishable', api_key: 'sb_publishable_1' }
const made = { name: 'default', type: 'secret', api_key: 'sb_secret_default' }
const own = { name: 'site', type: 'secret', api_key: 'sb_secret_site' }
const other = { name: 'crm', type: 'secret', api_key: 'sb_secret_crm' }

function openFor(t: TestContext, keys: (typeof made)[], stored = '') {
  const env = { SUPABASE_URL: `https://${'a'.repeat(20)}.supabase.co`, SUPABASE_SECRET_KEY: stored }
  return openSupabaseWorld(t, env, () => keys)
}

test('the page gets the key named site, else the default one, else another, and never a legacy one', async (t) => {
  for (const [keys, wanted] of [
    [[legacy, publishable, other, made, own], own],
    [[legacy, publishable, other, made], made],
    [[legacy, publishable, other], other],
  ] as const) {
    const { folder, world } = openFor(t, [...keys])
    assert.ok('todo' in (await secretKey.look(world)))
    const sentence = await secretKey.do(world)
    assert.equal(sentence, `Put the key ${wanted.name} into operator.env.`)
    const stored = parseEnv(readFileSync(path.join(folder, 'operator.env'), 'utf8'))
    assert.equal(stored.SUPABASE_SECRET_KEY, wanted.api_key)
    assert.ok('done' in (await secretKey.look(world)))
  }
  const { world } = openFor(t, [legacy, publishable])
  await assert.rejects(secretKey.do(world), {
    message: /^The project has no secret key\. Create one named site/,
  })
})

test('a key that was revoked is replaced, and one that the project has is kept', async (t) => {
  assert.ok('todo' in (await secretKey.look(openFor(t, [own], 'sb_secret_revoked').world)))
  assert.ok('done' in (await secretKey.look(openFor(t, [own, other], other.api_key).world)))
})
