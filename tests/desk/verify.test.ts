import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { commandIn } from './command-in.ts'
import { openTestDatabase } from './open-test-database.ts'

const { url, query, accept, close } = await openTestDatabase()
const command = commandIn({ SUPABASE_DB_URL: url })
const verify = (...args: string[]) => command('verify', ...args)
test.after(close)

test('verify names the first submission that was changed, and a chain that differs from the emailed seal', async () => {
  for (const email of ['ann', 'bob']) {
    await accept(`${email}@example.org`)
    await query('select run_housekeeping()')
  }
  const whole = await verify()
  assert.deepEqual([whole.code, whole.err], [0, ''])
  const [, seal = ''] = /2 submissions, 0 of them .* latest seal is (2:[0-9a-f]{64})\./.exec(whole.out) ?? []
  assert.equal((await verify('--seal', seal)).code, 0)

  const forged = await verify('--seal', `2:${'0'.repeat(64)}`)
  assert.equal(forged.code, 1)
  assert.match(forged.out, /Seal 2 is not the one that was mailed/)
  assert.match((await verify('--seal', `3:${'0'.repeat(64)}`)).out, /Seal 3 is missing/)

  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  const [row] = await query<{ id: string }>(
    `update lead_submissions set created_at = created_at - interval '1 day' where email = 'bob@example.org' returning id`,
  )
  const { code, out } = await verify()
  assert.equal(code, 1)
  assert.match(out, new RegExp(`order of the seals:\n {2}Submission ${row?.id} \\(seal 2\\) was changed`))
  await query('alter table lead_submissions enable trigger lead_submissions_written_once')
})

test('verify prints its help, which needs no database', async () => {
  for (const flag of ['--help', '-h']) {
    const { code, out, err } = await commandIn({ GATEWAY_PORT: '1' })('verify', flag)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /^Usage: npm run verify -- \[options\]\n[\s\S]*--seal <number:hash>/)
  }
})

test('the command ends with the code of what it found', () => {
  const file = path.join(import.meta.dirname, '../../desk/cli/run.ts')
  // The command runs in a folder without .env files.
  const { status, stderr } = spawnSync(process.execPath, [file, 'verify', '--deep'], {
    cwd: tmpdir(),
    encoding: 'utf8',
  })
  assert.equal(status, 2)
  assert.match(stderr, /^error: unknown option '--deep'\n/)
})

test('verify says what is wrong when it cannot look', async () => {
  for (const [args, env, message] of [
    [['--seal', '12'], {}, /A seal is a number/],
    [['--deep'], {}, /unknown option/],
    [[], { GATEWAY_PORT: '1' }, /npm start/],
    [[], { SUPABASE_URL: 'https://x.supabase.co' }, /SUPABASE_DB_URL is not set/],
    [[], { SUPABASE_DB_URL: 'https://x.supabase.co' }, /SUPABASE_DB_URL is not the address/],
    [[], { SUPABASE_DB_URL: 'postgres://a:sec%zz@127.0.0.1:1/b' }, /must be percent-encoded/],
    [
      [],
      { SUPABASE_DB_URL: 'postgres://a:secret@127.0.0.1:1/b' },
      /SUPABASE_DB_URL does not answer \(ECONNREFUSED\)/,
    ],
  ] as const) {
    const { code, err } = await commandIn(env)('verify', ...args)
    assert.equal(code, 2)
    assert.match(err, message)
    assert.doesNotMatch(err, /secret/)
  }
})
