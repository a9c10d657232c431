import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { functionSecrets } from './function-secrets.ts'

const digest = (value: string) => createHash('sha256').update(value).digest('hex')

test('only what is missing or differs is set, and no secret is among the arguments', async (t) => {
  const env = {
    ...{ SUPABASE_URL: `https://${'a'.repeat(20)}.supabase.co`, SUPABASE_SECRET_KEY: 'sb_secret_1' },
    ...{
      SITE_URL: 'https://training.example.com',
      OWNER_EMAIL: 'new@example.com',
      VIDEO_URL: 'https://v.example',
    },
    SMTP_URL: `smtps://user:p%40ss'"$x#@mail.example.com:465`,
  }
  const secrets = new Map([
    ['SITE_URL', env.SITE_URL],
    ['OWNER_EMAIL', 'old@example.com'],
  ])
  const { runs, world } = openSupabaseWorld(t, env, (command, _, input) => {
    if (command === 'secrets set')
      for (const [name, value = ''] of Object.entries(parseEnv(input))) secrets.set(name, value)
    // It shows digests (supabase/cli 1d1e7191, secrets list).
    return [...secrets].map(([name, value]) => ({ name, value: digest(value) }))
  })
  const todo = await functionSecrets.look(world)
  assert.match('todo' in todo ? todo.todo : '', /^set (?=.*OWNER_EMAIL)(?=.*SMTP_URL)(?!.*SITE_URL)/)
  await functionSecrets.do(world)
  assert.equal(secrets.get('OWNER_EMAIL'), env.OWNER_EMAIL)
  assert.equal(secrets.get('SMTP_URL'), env.SMTP_URL)
  const [set, ...others] = runs.filter(([command]) => command === 'secrets set')
  assert.deepEqual([others.length, Object.keys(parseEnv(set?.[2] ?? '')).includes('SITE_URL')], [0, false])
  for (const [, args] of runs)
    assert.ok(!args.some((arg) => arg.includes(env.SMTP_URL) || arg.includes(env.OWNER_EMAIL)))
  // The page alone needs the video and its key.
  assert.deepEqual([...secrets.keys()].sort(), ['OWNER_EMAIL', 'SITE_URL', 'SMTP_URL'])
  assert.ok('done' in (await functionSecrets.look(world)))
})
