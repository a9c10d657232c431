import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { programs } from './install-tool.ts'
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
  }
  const env = { ...secrets, PATH: process.env.PATH, VERCEL_TOKEN: 'token', SITE_URL: 'https://a.example' }
  const { stdout } = await openWorld({ folder, env, say: () => {} }).vercel([])
  const { VERCEL_TOKEN, SITE_URL, ...given } = JSON.parse(stdout)
  assert.deepEqual([VERCEL_TOKEN, SITE_URL], ['token', 'https://a.example'])
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
