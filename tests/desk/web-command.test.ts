import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { settingsEnv } from '../../local/settings.ts'
import { passwordAt } from '../../machine/desk-key.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { openWebApp, origin } from './open-web-app.ts'

const { settings, query, openBrowser, join } = await openWebApp()
const { PATH, NODE_ENV, NODE_COMPILE_CACHE } = process.env
const { DESK_KEY, GATEWAY_PORT, DESK_PORT, INBOX_PORT, WEB_DESK_PORT } = settingsEnv(settings)

/** Runs `npm run desk -- --web` in a folder without .env files. */
const start = (env: Record<string, string | undefined>) =>
  spawn(process.execPath, [path.join(import.meta.dirname, '../../desk/web/server/run.ts'), '--web'], {
    cwd: tmpdir(),
    env: { PATH, NODE_ENV, NODE_COMPILE_CACHE, ...env },
  })

test('npm run desk -- --web finds the local stack by itself, and says how one gets in', async (context) => {
  const command = start({ DESK_KEY, GATEWAY_PORT, DESK_PORT, INBOX_PORT, WEB_DESK_PORT })
  context.after(() => command.kill())
  let printed = ''
  command.stdout.on('data', (data) => {
    printed += data
  })
  await waitUntil('the desk is served', 60_000, () => printed.includes('Ctrl-C'))
  const address = `http://127.0.0.1:${WEB_DESK_PORT}`
  assert.ok(printed.includes(`The desk  ${address}\n`), printed)
  assert.match(
    printed,
    new RegExp(`${passwordAt(settings.deskPort, settings.deskKey)}@.*:${DESK_PORT}/members`),
  )
  assert.match(printed, new RegExp(`inbox .*@127.0.0.1:${INBOX_PORT}/`))

  const app = {
    request: (url: string, { headers, ...init }: { method: string; headers: Record<string, string> }) =>
      fetch(url.replace(origin, address), {
        ...init,
        headers: { ...headers, host: new URL(address).host },
        redirect: 'manual',
      }),
  }
  const { browser } = await join('ada', 'owner', openBrowser(app))
  assert.equal((await browser.get('/')).title, 'Overview')
  const [web] = await query<{ issuer: string }>('select issuer from private.desk_web')
  assert.equal(web?.issuer, `http://127.0.0.1:${GATEWAY_PORT}/auth/v1`)
})

test('npm run desk -- --web says what it needs if the stack does not run, or if it has a key to all leads', async () => {
  for (const [env, sentence] of [
    [{ DESK_KEY, GATEWAY_PORT: '1' }, /^The local stack does not answer .* npm start; .*set .*DESK_TRY_KEY/],
    [{ DESK_KEY, SUPABASE_SECRET_KEY: 'x' }, /^SUPABASE_SECRET_KEY is set\. → Remove it here/],
    [{ SUPABASE_URL: 'https://a.supabase.co' }, /^DESK_URL is not set/],
  ] as const) {
    const command = start(env)
    const [[code], said] = await Promise.all([once(command, 'exit'), text(command.stderr)])
    assert.equal(code, 1)
    assert.match(said, sentence)
  }
})
