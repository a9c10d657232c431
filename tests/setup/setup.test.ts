import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Result } from '../../desk/doctor/result.ts'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { fiveFields } from '../sql/open-handler.ts'
import { filesWith } from './files-with.ts'
import { answers, logins, openAccount } from './open-account.ts'
import { watchProcesses } from './watch-processes.ts'

for (const tool of Object.values(tools)) installTool(tool)

test('an empty account gets everything, no secret is seen, and a second run changes nothing', async () => {
  await using account = await openAccount()
  const { api, vercel, printed, folder } = account
  const processes = watchProcesses()
  assert.equal(await account.run(), 1, printed.join('\n'))
  const commands = await processes.stop()

  assert.deepEqual([...api.state.unknown, ...vercel.state.unknown], [], printed.join('\n'))
  assert.equal(api.state.secrets.get('SMTP_URL'), account.mailLogin)
  const reportSecret = api.state.secrets.get('REPORT_SECRET') ?? ''
  assert.match(reportSecret, /^[\w-]{43}$/)
  assert.ok(!vercel.state.variables.some(({ key }) => key === 'REPORT_SECRET'), 'the page does not learn it')
  const [{ address } = {}] = await account.database.query(
    `select decrypted_secret as address from vault.decrypted_secrets where name = 'project_url'`,
  )
  assert.equal(address, api.url)

  assert.deepEqual(api.state.passwords, [], 'the first password of the database is replaced')
  assert.equal(existsSync(path.join(folder, '.local/setup/training-example-com')), false)
  assert.equal(statSync(path.join(folder, 'operator.env')).mode & 0o777, 0o600)
  const deskPassword = /desk_operator\.\w+:(\w+)@/.exec(account.stored())?.[1] ?? ''
  assert.equal(deskPassword.length, 48)
  const { MAIL_PASSWORD, SUPABASE_ACCESS_TOKEN, VERCEL_TOKEN } = answers
  const key = api.state.keys[0]?.api_key ?? ''
  const secrets = [
    MAIL_PASSWORD,
    encodeURIComponent(MAIL_PASSWORD),
    SUPABASE_ACCESS_TOKEN,
    VERCEL_TOKEN,
    key,
    deskPassword,
    reportSecret,
  ]
  assert.ok(commands.some((command) => command.includes('functions deploy')) || !existsSync('/proc'))
  for (const text of [...commands, ...printed])
    assert.ok(!secrets.some((secret) => text.includes(secret)), text)
  assert.deepEqual(filesWith(folder, secrets), ['operator.env'])
  assert.deepEqual(filesWith(account.home, secrets), [])

  const build = { framework: 'nextjs', buildCommand: null }
  assert.deepEqual(vercel.state.project, { name: 'training-example-com', region: 'fra1', ...build })
  const files = vercel.state.deployments[0]?.files ?? []
  assert.ok(files.includes('supabase/config.toml'))
  assert.ok(!files.some((file) => /operator\.env|\.local/.test(file)), 'no secret is uploaded')
  assert.match(printed.join('\n'), /training\.example\.com CNAME 0123456789abcdef\.vercel-dns-017\.com/)

  const isWrite = (call: string) => /^P/.test(call) && !/(?:query|health|login-role)$/.test(call)
  const writes = () => [...api.state.calls, ...vercel.state.calls].filter(isWrite).length
  const before = writes()
  printed.length = 0
  // The DNS record is still to be set.
  assert.equal(await account.run(logins), 1)
  assert.equal(writes(), before)
  assert.deepEqual(
    printed.filter((line) => line.includes('done ')).map((line) => line.trim().split(/ {2,}/)[1]),
    ['doctor'],
    printed.join('\n'),
  )
})

// The page itself has no address here, and the video is on another machine.
const ofTheFunction = [
  ...[
    'function',
    'key accepted',
    'function version',
    'function variables',
    'same SITE_URL',
    'database access',
  ],
  ...['mail server', 'sender SPF', 'sender DKIM', 'sender DMARC', 'site variables', 'same project'],
]
const ofTheDatabase = [
  ...['migrations', 'access', 'settings', 'indexes', 'housekeeping', 'waiting emails', 'evidence'],
  ...['sweep', 'sweep answer'],
]

test('the function that was uploaded passes the doctor, and a lead is stored and emailed', async (context) => {
  await using account = await openAccount()
  const { api, database, mail } = account
  const [{ version } = {}] = await database.query(`select current_setting('server_version') as version`)
  context.diagnostic(`Postgres ${version}`)
  assert.equal(await account.run(), 1, account.printed.join('\n'))
  const checksWith = (status: Result['status']) =>
    account.found().flatMap((result) => (result.status === status ? result.check : []))
  const right = new Set(checksWith('ok'))
  assert.deepEqual(
    [...ofTheFunction, ...ofTheDatabase].filter((check) => !right.has(check)),
    [],
    JSON.stringify(account.found(), null, 1),
  )
  assert.deepEqual(checksWith('fault'), ['page'])

  const lead = fiveFields()
  const answer = await fetch(`${api.url}/functions/v1/send-lead-email`, {
    method: 'POST',
    headers: { apikey: api.state.keys[0]?.api_key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  })
  assert.equal(answer.status, 201, await answer.text())
  await waitUntil('both emails have arrived', 30_000, () => mail.mails.length === 2)
  assert.deepEqual(mail.mails.flatMap(({ to }) => to).sort(), [lead.email, answers.OWNER_EMAIL].sort())
})
