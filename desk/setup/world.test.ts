import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { programs } from './install-tool.ts'
import { runSteps } from './step.ts'
import { nameOf } from './vercel.ts'
import { openWorld } from './world.ts'

test('a program gets the token of its own company and no other secret', async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'world-'))
  const { vercel } = programs
  context.after(() => {
    programs.vercel = vercel
    rmSync(folder, { recursive: true })
  })
  programs.vercel = path.join(folder, 'print-variables.mjs')
  writeFileSync(programs.vercel, 'console.log(JSON.stringify(process.env))')
  const secrets = {
    ...{ SUPABASE_ACCESS_TOKEN: 'sbp_1', SUPABASE_SECRET_KEY: 'sb_secret_2', MAIL_PASSWORD: 'password 3' },
    ...{ SUPABASE_DB_URL: 'postgres://4', VIDEO_URL: 'https://video.example/5.mp4' },
    ...{ DATABASE_URL: 'postgres://6', PGPASSWORD: '7', GITHUB_TOKEN: '8', DESK_KEY: '9' },
  }
  const env = { ...secrets, PATH: process.env.PATH, VERCEL_TOKEN: 'token', https_proxy: 'http://proxy' }
  const { stdout } = await openWorld({ folder, env, say: () => {} }).vercel([])
  const { VERCEL_TOKEN, https_proxy, CI, ...given } = JSON.parse(stdout)
  assert.deepEqual([VERCEL_TOKEN, https_proxy], ['token', 'http://proxy'])
  assert.equal(CI, '1', 'it does not wait for a login that nobody sees')
  assert.deepEqual(
    Object.keys(secrets).filter((name) => name in given),
    [],
  )
})

test('what a program prints is shown without the secrets', () => {
  const world = openWorld({ folder: tmpdir(), env: { MAIL_PASSWORD: 'p@ss word' }, say: () => {} })
  world.set('SUPABASE_SECRET_KEY', 'sb_secret_2')
  assert.equal(world.mask('p@ss word, p%40ss%20word and sb_secret_2'), '•••, ••• and •••')
})

test('each secret of the page and of the function is masked, in each form in which a program may repeat it', () => {
  const names = ['VIDEO_CAPTIONS_URL', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'TWILIO_AUTH_TOKEN']
  for (const name of names) {
    const secret = `p@ss" word of ${name}`
    const world = openWorld({ folder: tmpdir(), env: { [name]: secret }, say: () => {} })
    const forms = [secret, JSON.stringify(secret), encodeURI(secret), encodeURIComponent(secret)]
    for (const form of [...forms, Buffer.from(secret).toString('base64')])
      assert.match(world.mask(form), /^"?•••"?$/, `${name}: ${form}`)
  }
})

test('a text of others cannot control the terminal', async () => {
  const said: string[] = []
  const world = openWorld({ folder: tmpdir(), env: {}, say: (line) => said.push(line) })
  const done = 'Acme\u001b]0;pwned\u0007\u001b[2K\r  done  everything is live'
  await runSteps(world, [{ name: 'team', look: async () => ({ done }), do: async () => '' }], false)
  assert.ok(
    said.every((line) => !/\p{Cc}/u.test(line.replaceAll(/\p{Cc}\[\d+m/gu, ''))),
    said.join(),
  )
})

test('two sites of one account have two names', () => {
  const names = ['training.brand.com', 'training-brand.com', 'training.brand-com.de'].map(nameOf)
  assert.deepEqual(names, ['training-brand-com', 'training_brand-com', 'training-brand_com-de'])
})
