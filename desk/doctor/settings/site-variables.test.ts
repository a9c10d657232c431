import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Seen } from '../seen.ts'
import { readTarget, type Variables } from '../target.ts'
import { checkSiteVariables } from './site-variables.ts'

const hosted = {
  SUPABASE_URL: 'https://abc.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_hidden',
  SITE_URL: 'https://brand.example',
  VIDEO_URL: 'https://youtu.be/aqz-KE-bpKQ',
}

const sentences = (variables: Variables) =>
  checkSiteVariables({ target: readTarget(variables) } as Seen)
    .filter(({ status }) => status === 'fault')
    .map(({ sentence }) => sentence)

test('a hosted site with its four variables has no fault, nor has a machine without any', () => {
  assert.deepEqual(sentences(hosted), [])
  assert.deepEqual(sentences({}), [])
})

for (const [variables, ...expected] of [
  [{ ...hosted, SUPABASE_SECRET_KEY: undefined }, 'SUPABASE_SECRET_KEY is missing.'],
  [
    { ...hosted, SUPABASE_SECRET_KEY: 'eyJhbGciOiJIUzI1NiJ9.e30.hidden' },
    'SUPABASE_SECRET_KEY is a legacy key, it must be a secret one (sb_secret_…).',
  ],
  [{ ...hosted, SUPABASE_URL: undefined }, 'SUPABASE_URL is missing.'],
  [{ ...hosted, SUPABASE_URL: 'abc.supabase.co' }, 'SUPABASE_URL must be an http(s) address.'],
  [{ ...hosted, SITE_URL: undefined }, 'SITE_URL is missing.'],
  [{ ...hosted, VIDEO_URL: undefined }, 'VIDEO_URL is missing, so visitors see the sample video.'],
  [
    { ...hosted, SITE_URL: 'http://localhost:3000' },
    'SITE_URL names this machine, so links in mails and previews lead nowhere.',
  ],
  [{ SITE_URL: 'brand.example' }, 'SITE_URL must be an http(s) address.'],
  [
    { SUPABASE_URL: 'abc', SITE_URL: 'brand' },
    'SITE_URL must be an http(s) address.',
    'SUPABASE_URL must be an http(s) address.',
    'SUPABASE_SECRET_KEY is missing.',
    'VIDEO_URL is missing, so visitors see the sample video.',
  ],
] as [Variables, ...string[]][]) {
  test(expected.join(' '), () => assert.deepEqual(sentences(variables), expected))
}
