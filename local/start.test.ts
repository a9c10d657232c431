import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import test from 'node:test'
import { type Env, settingsEnv } from './settings.ts'
import { testSettings } from './test-settings.ts'

test('A port that is taken is named with its purpose and the variable that changes it', async () => {
  const settings = await testSettings()
  const other = createServer().listen(settings.inboxPort, '127.0.0.1')
  await once(other, 'listening')
  const before = await start(settingsEnv(settings), 'check')
  const { code, output } = await start(settingsEnv(settings))
  other.close()
  assert.equal(code, 1)
  assert.equal(
    output.trim(),
    `Port ${settings.inboxPort} for the inbox is already in use; set INBOX_PORT to another port`,
  )
  assert.deepEqual(before, { code, output })
  assert.deepEqual(await start(settingsEnv(settings), 'check'), { code: 0, output: '' })
})

test('Of a project address and its key, the one that is missing is named', async () => {
  const withoutKey = await start({ SUPABASE_URL: 'https://project.example.com' })
  assert.equal(withoutKey.code, 1)
  assert.match(withoutKey.output, /without SUPABASE_SECRET_KEY/)
  const withoutUrl = await start({ SUPABASE_SECRET_KEY: 'sb_secret_example' })
  assert.equal(withoutUrl.code, 1)
  assert.match(withoutUrl.output, /without SUPABASE_URL/)
})

test('A port that is none is named', async () => {
  const { code, output } = await start({ SMTP_PORT: '99999' })
  assert.equal(code, 1)
  assert.match(output, /SMTP_PORT is '99999'/)
})

// In a folder without .env files.
const start = (env: Env, command = 'start') =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const file = path.join(import.meta.dirname, 'start.ts')
    const options = { cwd: import.meta.dirname, env: env as NodeJS.ProcessEnv }
    const child = execFile(process.execPath, [file, command], options, (_error, out, errors) =>
      resolve({ code: child.exitCode, output: out + errors }),
    )
  })
