import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectDigest } from '../../build/build-id.ts'
import { checkProject, checkVariables } from './settings.ts'
import type { SiteAnswer } from './site.ts'
import { readTarget } from './target.ts'

const [one, other] = ['a'.repeat(20), 'b'.repeat(20)]
const addressOf = (project: string) => `https://${project}.supabase.co`
const logins = (database: string) => ({
  ...{ SUPABASE_URL: addressOf(one), SUPABASE_SECRET_KEY: 'sb_secret_test' },
  SUPABASE_DB_URL: `postgres://desk_operator.${database}:secret@pooler.supabase.com:5432/postgres`,
})
const liveOf = (project: string) =>
  ({ build: `build-${projectDigest(addressOf(project))}` }) as unknown as SiteAnswer

test('if function and database are of two projects, the live site says which address is wrong', () => {
  const told = (database: string, live?: string) =>
    checkProject(readTarget(logins(database)), live ? liveOf(live) : undefined)
      .map(({ status, sentence, todo }) => `${status}: ${sentence} → ${todo}`)
      .join()
  assert.match(told(one), /^ok/)
  assert.match(told(other), /^fault: .*project a{20}, but SUPABASE_DB_URL of project b{20}\. → Set both/)
  assert.match(
    told(other, one),
    /the live site uses a{20}\. → Set SUPABASE_DB_URL .* to the database of project a{20}/,
  )
  assert.match(
    told(other, other),
    /the live site uses b{20}\. → Set SUPABASE_URL .* to https:\/\/b{20}\.supabase\.co/,
  )
})

test('each wrong variable of the site is a fault of its own', () => {
  const faults = (more: Record<string, string>) =>
    checkVariables(readTarget({ ...logins(one), ...more }))
      .filter(({ status }) => status === 'fault')
      .map(({ sentence }) => sentence.split(' ', 1)[0] ?? '')
  const before = faults({})
  const after = faults({ SITE_URL: 'training.example.com', SUPABASE_SECRET_KEY: 'eyJ0', VIDEO_URL: 'x' })
  assert.equal(new Set(after).size, after.length)
  assert.ok(
    ['SITE_URL', 'SUPABASE_SECRET_KEY', 'VIDEO_URL'].every((name) => after.includes(name)),
    `${after}`,
  )
  assert.ok(
    ![...before, ...after].includes('SUPABASE_DB_URL'),
    'the address of the database is no variable of the site',
  )
})
