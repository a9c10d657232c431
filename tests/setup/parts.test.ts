import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import type { PartName } from '../../desk/setup/part-names.ts'
import { commandIn } from '../desk/command-in.ts'
import { openAccount, openProject } from './open-account.ts'

for (const tool of Object.values(tools)) installTool(tool)

const base = 'https://abcdefghijklmnopqrst.supabase.co/functions/v1/send-lead-email/'

test('an optional part asks for its own answers, sets them once, and says where to enter what', async () => {
  await using account = await openProject()
  const { api, printed } = account
  const rows: [part: PartName, variables: Record<string, string>, set: string, told: string][] = [
    [
      'webhook',
      { LEADS_WEBHOOK_URL: 'https://crm.example/key', LEADS_WEBHOOK_SECRET: `whsec_${'QUJD'.repeat(8)}` },
      'LEADS_WEBHOOK_SECRET',
      'lead.created',
    ],
    [
      'bounces',
      { MAIL_PROVIDER: 'postmark', POSTMARK_WEBHOOK_PASSWORD: 'aPasswordOfPostmark' },
      'POSTMARK_WEBHOOK_PASSWORD',
      `${base}mail-events/postmark`,
    ],
    [
      'texts',
      { TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef' },
      'TWILIO_AUTH_TOKEN',
      `${base}texts/twilio#rc=5&rp=all`,
    ],
  ]
  for (const [part, variables, name, told] of rows) {
    printed.length = 0
    assert.equal(await account.runPart(part, variables), 0, printed.join('\n'))
    assert.equal(api.state.secrets.get(name), variables[name])
    const log = printed.join('\n')
    assert.ok(log.includes(told), log)
    assert.ok(!log.includes(variables[name] ?? ''), log)
  }
  const writes = () => api.state.calls.filter((call) => call.endsWith('/secrets') && call.startsWith('POST'))
  assert.equal(writes().length, rows.length)
  assert.equal(await account.runPart('texts', {}), 0)
  assert.equal(writes().length, rows.length, 'a second run changes nothing')

  printed.length = 0
  assert.equal(await account.runPart('texts', { TWILIO_AUTH_TOKEN: 'AC0123' }), 1)
  assert.equal(await account.runPart('bounces', { MAIL_PROVIDER: 'pigeon' }), 1)
  assert.match(printed.join('\n'), /32 hexadecimal digits[\s\S]*Type postmark, resend, mailgun or ses/)

  assert.equal(await account.runPart('doctor', {}), 0)
  assert.match(
    readFileSync(path.join(account.folder, '.github/workflows/doctor.yml'), 'utf8'),
    /npm run doctor/,
  )
})

test('the backup has a login of its own, with which it can be run at once', async () => {
  await using account = await openProject()
  const { api, printed } = account
  assert.equal(await account.runPart('backup', {}), 0, printed.join('\n'))
  const { BACKUP_DB_URL = '', SUPABASE_DB_URL } = parseEnv(account.stored())
  assert.match(BACKUP_DB_URL, /^postgres:\/\/backup_operator\.abcdefghijklmnopqrst:\w{48}@/)
  assert.equal(SUPABASE_DB_URL, undefined)
  assert.ok(!printed.join('\n').includes(new URL(BACKUP_DB_URL).password))

  // The address of the vendor's pooler leads to the database of this test.
  const address = new URL(BACKUP_DB_URL)
  Object.assign(address, {
    username: api.backupLogin,
    pathname: new URL(account.database.url ?? '').pathname,
  })
  const out = path.join(account.folder, 'leads.backup')
  const done = await commandIn({ BACKUP_DB_URL: address.href })('backup', '--out', out)
  assert.deepEqual([done.code, done.err], [0, ''])
  assert.match(done.out, /leads\.backup has 0 people/)

  printed.length = 0
  assert.equal(await account.runPart('backup', {}), 0)
  assert.match(printed.join('\n'), /operator\.env has the login of the backup/)
})

test('a part waits for the whole run', async () => {
  await using account = await openAccount()
  assert.equal(await account.runPart('texts', { TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef' }), 1)
  assert.match(account.printed.join('\n'), /no Supabase project yet. Run npm run setup/)
})
