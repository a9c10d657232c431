import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { schema } from './schema.ts'

/** The folder has these migrations, and the project those that were pushed. A push brings what `arrives`. */
function openFor(t: TestContext, own: string[], pushed: string[], arrives = own) {
  const applied = new Set(pushed)
  const env = { SUPABASE_URL: `https://${'a'.repeat(20)}.supabase.co` }
  const opened = openSupabaseWorld(t, env, (command, _, sql) => {
    if (command === 'db push') for (const version of arrives) applied.add(version)
    else if (applied.size === 0 && !sql.includes('to_regclass')) throw new Error('The table does not exist.')
    return sql.includes('to_regclass')
      ? [{ history: applied.size > 0 ? 'supabase_migrations.schema_migrations' : null }]
      : [...applied].map((version) => ({ version }))
  })
  const folder = path.join(opened.folder, 'supabase/migrations')
  mkdirSync(folder, { recursive: true })
  for (const version of own) writeFileSync(path.join(folder, `${version}_leads.sql`), '')
  return opened
}

test('the migrations that the database lacks are pushed', async (t) => {
  for (const pushed of [[], ['1']]) {
    const { world } = openFor(t, ['1', '2'], pushed)
    const missing = ['1', '2'].slice(pushed.length).join(', ')
    assert.deepEqual(await schema.look(world), { todo: `push the migrations ${missing}` })
    assert.equal(await schema.do(world), 'Pushed the migrations.')
    assert.deepEqual(await schema.look(world), { done: 'It has all migrations.' })
  }
})

test('an older folder pushes nothing into a newer database', async (t) => {
  await assert.rejects(schema.look(openFor(t, ['1'], ['1', '2']).world), {
    message: 'The database has migrations that this folder lacks: 2. Pull the newest version first.',
  })
})

test('a push that brought only some of them says which did not arrive', async (t) => {
  await assert.rejects(schema.do(openFor(t, ['1', '2'], [], ['1']).world), {
    message: 'The migrations 2 did not arrive. Run this again.',
  })
})
