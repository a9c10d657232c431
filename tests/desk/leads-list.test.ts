import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { commandIn } from './command-in.ts'
import { openLeads } from './open-leads.ts'

const { accept, folder, leads, query, start, url } = await openLeads()

const emails = (csv: string) => [...csv.matchAll(/"(\w+)@example.org"/g)].map(([, name]) => name).join(' ')

test('the list is the newest first, in each of its forms, chosen by each option', async () => {
  const table = await leads()
  assert.equal(table.code, 0)
  assert.match(
    table.out,
    /Name .*\n.*Cyd \\u\{202e\} .*\n.*Bob .* Email to the visitor: failed, Email to you: pending\n.*Ada =1\+1 .*\n$/,
  )
  assert.match((await leads('--csv', '--search', 'bob')).out, /"failed","pending",,"/)
  assert.match((await leads('--csv')).out, /"Ada =1\+1","ada@example.org","yes","'\+1 555 0123"/)
  const lines = (await leads('--json')).out.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).name),
    ['Cyd \u202e', 'Bob', 'Ada =1+1'],
  )

  const today = new Date().toISOString().slice(0, 10)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (const [args, found] of [
    [['--search', 'BOB'], 'bob'],
    [['--campaign', 'spring'], 'bob'],
    [['--campaign', ''], 'cyd ada'],
    [['--variant', 'b'], 'cyd'],
    [['--mails', 'failed'], 'bob'],
    [['--campaign', 'Spring'], 'bob'],
    [['--referrer', ''], 'cyd ada'],
    [['--referrer', 'google.com'], ''],
    [['--number', 'invalid'], ''],
    [['--kind', 'bot'], ''],
    [['--since', today, '--until', today], 'cyd bob ada'],
    [['--until', `${today}T00:00`], ''],
    [['--since', tomorrow], ''],
    [['--since', '2026-01-01', '--until', '2026-01-02T00:00'], ''],
  ] as const)
    assert.equal(emails((await leads('--csv', ...args)).out), found, args.join(' '))
  const turned = await leads('--csv', '--since', tomorrow, '--until', today)
  assert.deepEqual(turned, {
    code: 2,
    out: '',
    err: '--until is over before --since begins. → Exchange the two\n',
  })
  const empty = await leads('--csv', '--search', 'nobody')
  assert.match(empty.out, /^"Signed up \(UTC\)","Name",.*"Reference"\r\n$/)
  assert.equal((await leads('--search', 'nobody')).err, 'No lead was found.\n')
})

test('a list of many pages has every lead once, and goes into a file of its owner', async () => {
  await query(`
    with made as (
      insert into leads (email, name, phone, country_code, created_at)
      select number || '@many.test', 'Many', '1', 'US', timestamptz '2020-01-01' + number / 7 * interval '1 second'
      from generate_series(1, 600) number returning id, created_at, email, name, phone, country_code
    )
    insert into lead_submissions (id, lead_id, content_hash, name, email, phone, country_code, consent, created_at)
    select gen_random_uuid(), id, '', name, email, phone, country_code, true, created_at from made`)
  const file = path.join(folder, 'many.csv')
  const { code, err, out } = await leads('--csv', '--search', 'many.test', '--out', file)
  assert.deepEqual([code, out, err], [0, '', `600 leads are in ${file}.\n`])
  const found = (await readFile(file, 'utf8')).match(/\d+@many\.test/g) ?? []
  assert.deepEqual([found.length, new Set(found).size], [600, 600])
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600)

  const again = await leads('--csv', '--search', '1@many.test', '--out', file)
  assert.deepEqual([again.code, again.out], [2, ''])
  assert.match(again.err, /many\.csv exists already\. .*--force replaces it/)
  assert.equal((await leads('removals', '--out', file)).code, 2)
  assert.equal((await readFile(file, 'utf8')).split('\r\n').length, 602)
  const forced = await leads('--csv', '--search', '1@many.test', '--out', file, '--force')
  assert.deepEqual([forced.code, forced.err], [0, `1 lead is in ${file}.\n`])

  const short = await leads('--search', 'Many')
  assert.equal(short.out.trimEnd().split('\n').length, 51)
  assert.equal(short.err, 'These are the newest 50; --all lists all.\n')
  assert.equal((await leads('--search', 'Many', '--all')).out.trimEnd().split('\n').length, 601)
})

test('a list ends when its reader closes the pipe', async () => {
  const command = start('--json')
  const errors = text(command.stderr)
  command.stdout.once('data', () => command.stdout.destroy())
  assert.deepEqual(await once(command, 'exit'), [0, null])
  assert.equal(await errors, '')
  await query(`delete from leads where name = 'Many'`)
})

test('conversions are written for the platform whose click led here', async () => {
  await accept(
    'eve@example.org',
    {},
    { campaign: { gclid: 'EAIaIQobChMI-_x', msclkid: 'f894f652ea334e739002' } },
  )
  const [row] = await query<{ at: string }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at from leads where email = 'eve@example.org'`,
  )
  const columns = 'Conversion Name,Conversion Time,Conversion Value,Conversion Currency\r\n'
  const zone = 'Parameters:TimeZone=+0000\r\n'
  assert.equal(
    (await leads('--csv', '--for', 'google-ads', '--conversion', 'Sign up, free')).out,
    `${zone}Google Click ID,${columns}EAIaIQobChMI-_x,"Sign up, free",${row?.at},,\r\n`,
  )
  assert.equal(
    (await leads('--csv', '--for', 'microsoft-ads')).out,
    `${zone}Microsoft Click ID,${columns}f894f652ea334e739002,Lead,${row?.at},,\r\n`,
  )
  assert.match((await leads('--for', 'google-ads')).err, /add --csv/)
})

test('a wrong call ends with 2 and one sentence that says what to do', async () => {
  for (const [args, env, message] of [
    [['--since', 'tomorrow'], {}, /'--since <date>' argument 'tomorrow' is invalid\. It is a day/],
    [['--until', '2026-02-30'], {}, /'--until <date>' .* It is a day/],
    [['--csv', '--json'], {}, /'--csv' cannot be used with option '--json'/],
    [['--mails', 'lost'], {}, /Allowed choices are failed, held/],
    [['list'], {}, /too many arguments/],
    [['reapply'], {}, /missing required argument 'files'/],
    [['--csv', '--out', '/no/folder/leads.csv'], { SUPABASE_DB_URL: url }, /ENOENT.*\/no\/folder/],
    [[], { GATEWAY_PORT: '1' }, /npm start/],
    [[], { SUPABASE_URL: 'https://x.supabase.co' }, /SUPABASE_DB_URL is not set/],
    [[], { SUPABASE_DB_URL: 'postgres://a:secret@127.0.0.1:1/b' }, /does not answer \(ECONNREFUSED\)/],
  ] as const) {
    const { code, out, err } = await commandIn(env)('leads', ...args)
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.match(err, message)
    assert.doesNotMatch(err, /secret|\n +at /)
  }
})
