import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebOptions } from '../web/server/web-options.ts'
import { theDesk } from './hosted.ts'
import { openWorld } from './world.ts'

test('Vercel gets what the desk on the web needs, and no key that its server refuses', () => {
  const env = {
    ...{ DESK_URL: 'https://desk.example.com', SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co' },
    ...{ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test', DESK_TRY_KEY: 'k'.repeat(64) },
    ...{
      SUPABASE_SECRET_KEY: 'sb_secret_test',
      SUPABASE_DB_URL: 'postgres://postgres:secret@db.example/postgres',
    },
  }
  const variables = theDesk.variables(openWorld({ folder: '/nowhere', env, say: () => {} }))
  assert.doesNotThrow(() => readWebOptions(Object.fromEntries(variables)))
})
