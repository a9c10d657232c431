import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { startStack } from '../../local/stack.ts'
import { copyDatabase } from '../../proof/harness/copy-database.ts'
import { createQuery } from '../../proof/harness/query.ts'
import { testSettings } from '../../proof/harness/test-settings.ts'

const settings = await testSettings()
await copyDatabase(settings)
const stack = await startStack(settings, { parts: ['gateway'], log: () => {} })
const query = createQuery(`http://127.0.0.1:${settings.gatewayPort}`, settings.secretKey)
test.after(async () => {
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
})

/** Runs the command in a folder without .env files. */
async function verify(args: string[] = [], env: Record<string, string> = {}) {
  const { PATH, NODE_ENV } = process.env
  const command = spawn(process.execPath, [path.join(import.meta.dirname, 'run.ts'), ...args], {
    cwd: settings.dataDir,
    env: { PATH, NODE_ENV, GATEWAY_PORT: String(settings.gatewayPort), ...env },
  })
  const [[code], out, err] = await Promise.all([
    once(command, 'exit'),
    text(command.stdout),
    text(command.stderr),
  ])
  return { code, out, err }
}

test('verify names the first submission that was changed, and a chain that is not the one that was mailed', async () => {
  for (const email of ['ann', 'bob']) {
    const lead = { name: 'A', email: `${email}@example.org`, phone: '1', country_code: 'US', consent: true }
    await query('select accept_lead(gen_random_uuid(), $1)', [lead])
    await query('select begin_lead_sweep()')
  }
  const whole = await verify()
  assert.deepEqual([whole.code, whole.err], [0, ''])
  const [, seal = ''] = /2 submissions, 0 of them .* latest seal is (2:[0-9a-f]{64})\./.exec(whole.out) ?? []
  assert.equal((await verify(['--seal', seal])).code, 0)

  const forged = await verify(['--seal', `2:${'0'.repeat(64)}`])
  assert.equal(forged.code, 1)
  assert.match(forged.out, /Seal 2 is not the one that was mailed/)
  assert.match((await verify(['--seal', `3:${'0'.repeat(64)}`])).out, /Seal 3 is missing/)

  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  const [row] = await query<{ id: string }>(
    `update lead_submissions set created_at = created_at - interval '1 day' where email = 'bob@example.org' returning id`,
  )
  const { code, out } = await verify()
  assert.equal(code, 1)
  assert.match(out, new RegExp(`order of the seals:\n {2}Submission ${row?.id} \\(seal 2\\) was changed`))
})

test('verify prints its help, which needs no database', async () => {
  for (const flag of ['--help', '-h']) {
    const { code, out, err } = await verify([flag], { GATEWAY_PORT: '1' })
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /^npm run verify -- .*--seal <number>:<hash>/)
  }
})

test('verify says what is wrong when it cannot look', async () => {
  for (const [args, env, message] of [
    [['--seal', '12'], {}, /A seal is a number/],
    [['--deep'], {}, /Unknown option/],
    [[], { GATEWAY_PORT: '1' }, /npm start/],
    [[], { SUPABASE_URL: 'https://x.supabase.co' }, /SUPABASE_DB_URL is not set/],
    [[], { SUPABASE_DB_URL: 'https://x.supabase.co' }, /SUPABASE_DB_URL is no address/],
    [[], { SUPABASE_DB_URL: 'postgres://a:sec%zz@127.0.0.1:1/b' }, /must be percent-encoded/],
    [
      [],
      { SUPABASE_DB_URL: 'postgres://a:secret@127.0.0.1:1/b' },
      /SUPABASE_DB_URL does not answer \(ECONNREFUSED\)/,
    ],
  ] as const) {
    const { code, err } = await verify([...args], env)
    assert.equal(code, 2)
    assert.match(err, message)
    assert.doesNotMatch(err, /secret/)
  }
})
