import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import test from 'node:test'
import { testSettings } from '../tests/kit/test-settings.ts'
import { type Env, settingsEnv } from './settings.ts'

test('A taken port is named with its purpose and its variable, before a build and at the start', async () => {
  const settings = await testSettings()
  const other = createServer().listen(settings.inboxPort, '127.0.0.1')
  await once(other, 'listening')
  const taken = `Port ${settings.inboxPort} for the inbox is already in use; set INBOX_PORT to another port`
  for (const command of [[], ['start']]) {
    const { code, output } = await start(settingsEnv(settings), ...command)
    assert.equal(code, 1)
    assert.equal(output.trim(), taken)
  }
  other.close()
})

test('With a hosted project the start says first where the leads go', async (context) => {
  const settings = await testSettings()
  const other = createServer().listen(settings.pagePort, '127.0.0.1')
  context.after(() => other.close())
  await once(other, 'listening')
  const env = { ...settingsEnv(settings), SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_SECRET_KEY: 'x' }
  const { output } = await start(env)
  assert.match(output, /^\s+Leads go to {3}abc\.supabase\.co, as SUPABASE_URL says\n.*already in use/s)
  assert.doesNotMatch((await start(settingsEnv(settings))).output, /Leads go to/)
})

test('An address of a project that is none is named before anything starts', async () => {
  for (const SUPABASE_URL of ['abc.supabase.co', 'localhost:54321']) {
    const { code, output } = await start({ SUPABASE_URL, SUPABASE_SECRET_KEY: 'sb_secret_example' })
    assert.equal(code, 1)
    assert.match(output, /^SUPABASE_URL is not the address of a project; write https:/)
  }
})

test('When only one of the address and the key of a project is set, the missing one is named', async () => {
  const withoutKey = await start({ SUPABASE_URL: 'https://project.example.com' })
  assert.equal(withoutKey.code, 1)
  assert.match(withoutKey.output, /without SUPABASE_SECRET_KEY/)
  const withoutUrl = await start({ SUPABASE_SECRET_KEY: 'sb_secret_example' })
  assert.equal(withoutUrl.code, 1)
  assert.match(withoutUrl.output, /without SUPABASE_URL/)
})

test('An invalid port is named with its variable', async () => {
  const { code, output } = await start({ SMTP_PORT: '99999' })
  assert.equal(code, 1)
  assert.match(output, /SMTP_PORT is '99999'/)
})

// The command runs in a folder without .env files.
const start = (env: Env, ...command: string[]) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const file = path.join(import.meta.dirname, 'start.ts')
    const options = { cwd: import.meta.dirname, env: env as NodeJS.ProcessEnv }
    const child = execFile(process.execPath, [file, ...command], options, (_error, out, errors) =>
      resolve({ code: child.exitCode, output: out + errors }),
    )
  })
