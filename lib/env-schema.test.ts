import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBuildEnv, parseServerEnv } from './env-schema.ts'

const backend = {
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_example',
}

const faults = {
  'SUPABASE_URL is missing': { SUPABASE_URL: undefined },
  'SUPABASE_SECRET_KEY is missing': { SUPABASE_SECRET_KEY: '' },
  'SUPABASE_URL must be an http(s) address': { SUPABASE_URL: 'project.supabase.co' },
  'SITE_URL must be an http(s) address': { SITE_URL: 'www.example.com' },
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be 16, 24 or 32 bytes in base64': {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'c2hvcnQ=',
  },
  'PORT must be a port number': { PORT: '70000' },
  'VERCEL_PROJECT_PRODUCTION_URL must be a host name': { VERCEL_PROJECT_PRODUCTION_URL: 'two words' },
}

for (const [message, variables] of Object.entries(faults)) {
  test(`“${message}” is all that is said of it`, () => {
    assert.throws(() => parseServerEnv({ ...backend, ...variables }), {
      message: `Wrong settings: ${message}`,
    })
  })
}

test('every fault is named in one message, and no value is', () => {
  const variables = { SITE_URL: 'ftp://secret.example', SUPABASE_URL: 'secret', PORT: 'secret' }
  assert.throws(() => parseServerEnv(variables), {
    message:
      'Wrong settings: SITE_URL must be an http(s) address; SUPABASE_URL must be an http(s) address; SUPABASE_SECRET_KEY is missing; PORT must be a port number',
  })
})

test('a build needs no backend, but what it is given must be right', () => {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = parseBuildEnv({ SUPABASE_URL: '' })
  assert.deepEqual([SUPABASE_URL, SUPABASE_SECRET_KEY], [undefined, undefined])
  assert.throws(() => parseBuildEnv({ SITE_URL: 'nowhere', SUPABASE_URL: 'nowhere' }), {
    message: 'Wrong settings: SITE_URL must be an http(s) address; SUPABASE_URL must be an http(s) address',
  })
})

test('an empty variable is one that is not set, but for the video, of which there is then none', () => {
  const env = parseServerEnv({ ...backend, SITE_URL: '', PORT: '', VIDEO_URL: '' })
  assert.deepEqual([env.SITE_URL, env.PORT, env.VIDEO_URL], [undefined, '3000', ''])
  assert.match(parseServerEnv(backend).VIDEO_URL, /^https:/)
})
