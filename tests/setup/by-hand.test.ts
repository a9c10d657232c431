import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { installTool, programs, tools } from '../../desk/setup/install-tool.ts'
import { readSettings } from '../../supabase/functions/send-lead-email/settings.ts'
import { read, readCommands } from '../checks/documents.ts'
import { openAccount } from './open-account.ts'
import { token } from './supabase-api.ts'

installTool(tools.supabase)

const ref = 'abcdefghijklmnopqrst'
/** In the order of docs/deploy.md. */
const commands = readCommands()
  .filter(({ file, command }) => file === 'docs/deploy.md' && command.startsWith('npx supabase@'))
  .map(({ command }) => command.replace('<ref>', ref).split(' ').slice(2))

test('each step of docs/deploy.md can be done by hand with the commands that it names', async () => {
  await using account = await openAccount()
  const { api, database, folder, home } = account
  api.state.projects.push({ ref, name: 'training-example-com', region: 'eu-central-1', looks: 2 })
  const [, env = ''] = /```sh\n# function\.env\n(.*?)```/s.exec(read('docs/deploy.md')) ?? []
  writeFileSync(path.join(folder, 'function.env'), env.replace(/"<([^<>]+)>"|<([^<>@]+)>/g, '$1$2'))
  const given = {
    ...{
      LEADS_WEBHOOK_URL: 'https://crm.example/key',
      LEADS_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    },
    POSTMARK_WEBHOOK_PASSWORD: randomBytes(16).toString('hex'),
  }
  assert.deepEqual(
    readSettings(given).faults.filter(({ variable }) => variable in given),
    [],
  )
  for (const [name, value] of Object.entries(given)) api.state.secrets.set(name, value)

  async function run(words: string[]): Promise<string> {
    const options = ['--profile', path.join(folder, 'profile.yaml'), '--agent', 'no']
    const { stdout, stderr } = await promisify(execFile)(programs.supabase, [...words, ...options], {
      cwd: folder,
      // The operator types y.
      env: {
        PATH: process.env.PATH,
        HOME: home,
        DO_NOT_TRACK: '1',
        SUPABASE_NO_KEYRING: '1',
        SUPABASE_YES: '1',
      },
    } as never)
    return `${stdout}${stderr}`
  }
  const printed = new Map<string, string>()
  for (const words of commands) {
    // A test has no browser to sign in with, and its database is not at the address of a project.
    const own = words.map((word) => (word === '--remote' ? `--remote=${account.pushTarget}` : word))
    const login = words[0] === 'login' ? ['--token', token] : []
    printed.set(words.join(' '), await run([...own, ...login]))
  }

  for (const file of readdirSync(path.join(folder, 'supabase/migrations'))) {
    const [version = ''] = file.split('_')
    assert.equal(printed.get('migration list --remote')?.split(version).length, 3, version)
  }
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'OWNER_EMAIL', 'SITE_URL'])
    assert.ok(printed.get('secrets list')?.includes(name), name)
  const refused = await fetch(`${api.url}/functions/v1/send-lead-email`, { method: 'POST' })
  assert.equal(refused.status, 401)
  const reports = await fetch(`${api.url}/functions/v1/send-lead-email/mail-events/postmark`, {
    method: 'POST',
  })
  assert.equal(reports.status, 401)
  assert.deepEqual([...api.state.secrets.keys()].sort(), [
    ...['MAIL_FROM', 'OWNER_EMAIL', 'POSTMARK_WEBHOOK_PASSWORD', 'SITE_URL', 'SMTP_URL'],
  ])
  assert.equal(api.state.calls.at(-1), 'DELETE /v1/projects/:ref/secrets')
  await database.query(`select vault.create_secret('https://${ref}.supabase.co', 'project_url')`)
  assert.deepEqual(await database.query('select name from vault.secrets order by name'), [
    { name: 'project_url' },
  ])
  assert.deepEqual(api.state.unknown, [])
})
