import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { filesWith } from './files-with.ts'
import { answers, logins, mailLogin, openAccount } from './open-account.ts'
import { watchProcesses } from './watch-processes.ts'

for (const tool of Object.values(tools)) installTool(tool)

test('an empty account gets everything, no secret is seen, and a second run changes nothing', async () => {
  await using account = await openAccount()
  const { api, vercel, printed, folder } = account
  const processes = watchProcesses()
  assert.equal(await account.run(), 1, printed.join('\n'))
  const commands = await processes.stop()

  assert.deepEqual([...api.state.unknown, ...vercel.state.unknown], [], printed.join('\n'))
  assert.equal(api.state.secrets.get('SMTP_URL'), mailLogin)
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
  ]
  assert.ok(commands.some((command) => command.includes('functions deploy')) || !existsSync('/proc'))
  for (const text of [...commands, ...printed])
    assert.ok(!secrets.some((secret) => text.includes(secret)), text)
  assert.deepEqual(filesWith(folder, secrets), ['operator.env'])
  assert.deepEqual(filesWith(account.home, secrets), [])

  assert.deepEqual(vercel.state.project, { name: 'training-example-com', region: 'fra1' })
  const files = vercel.state.deployments[0]?.files ?? []
  assert.ok(files.includes('supabase/config.toml'))
  assert.ok(!files.some((file) => /operator|\.local/.test(file)), 'no secret is uploaded')
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
