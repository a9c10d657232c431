import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { siteSecret } from './site-secret.ts'

test('each secret is made once, and one that is there stays', async (t) => {
  const SITE_SECRET = 'a-secret-of-the-page-that-is-there-already'
  const { world } = openSupabaseWorld(t, { SITE_SECRET }, () => [])
  assert.ok('todo' in (await siteSecret.look(world)))
  const sentence = await siteSecret.do(world)
  assert.match(sentence, /^Made REPORT_SECRET, and put this into operator\.env\./)
  const report = world.get('REPORT_SECRET') ?? ''
  assert.equal(world.get('SITE_SECRET'), SITE_SECRET)
  assert.ok(report.length >= 43 && !sentence.includes(report))
  assert.ok('done' in (await siteSecret.look(world)))

  const { world: first } = openSupabaseWorld(t, {}, () => [])
  await siteSecret.do(first)
  assert.equal(new Set([report, first.get('SITE_SECRET'), first.get('REPORT_SECRET')]).size, 3)
})
