import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { commandIn } from './command-in.ts'
import { openTestDatabase } from './open-test-database.ts'

const { url, query, accept, close } = await openTestDatabase()
const command = commandIn({ SUPABASE_DB_URL: url })
const leads = (...args: string[]) => command('leads', ...args)
const folder = await mkdtemp(path.join(tmpdir(), 'leads-'))
test.after(async () => {
  await close()
  await rm(folder, { recursive: true })
})

await accept('ada@example.org', { name: 'Ada =1+1', phone: '+1 555 0123' })
await accept('bob@example.org', { name: 'Bob' }, { campaign: { utm_campaign: 'spring', gclid: '007' } })
await accept('cyd@example.org', { name: 'Cyd \u202e' }, { variant: 'b' })
await query('select begin_lead_sweep()')
await query(`update outbox set status = 'dead', attempts = 7, last_error = 'EENVELOPE RCPT TO 550 5.1.1 no such user'
  where kind = 'visitor' and lead_id = (select id from leads where name = 'Bob')`)
const emails = (csv: string) => [...csv.matchAll(/"(\w+)@example.org"/g)].map(([, name]) => name).join(' ')

test('the list is the newest first, in each of its forms, chosen by each option', async () => {
  const table = await leads()
  assert.equal(table.code, 0)
  assert.match(
    table.out,
    /Name .*\n.*Cyd \\u\{202e\} .*\n.*Bob .* visitor failed, owner waiting\n.*Ada =1\+1 .*\n$/,
  )
  assert.match((await leads('--csv', '--search', 'bob')).out, /"failed","waiting",,"/)
  assert.match((await leads('--csv')).out, /"Ada =1\+1","ada@example.org","'\+1 555 0123"/)
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
    [['--state', 'failed'], 'bob'],
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
  const empty = await leads('--csv', '--search', 'nobody')
  assert.match(empty.out, /^"created_at_utc","name",.*"id"\r\n$/)
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
  assert.equal((await leads('evidence', 'ada@example.org', '--out', file)).code, 2)
  assert.equal((await readFile(file, 'utf8')).split('\r\n').length, 602)
  const forced = await leads('--csv', '--search', '1@many.test', '--out', file, '--force')
  assert.deepEqual([forced.code, forced.err], [0, `1 lead is in ${file}.\n`])

  const short = await leads('--search', 'Many')
  assert.equal(short.out.trimEnd().split('\n').length, 51)
  assert.equal(short.err, 'These are the newest 50; --all lists all.\n')
  assert.equal((await leads('--search', 'Many', '--all')).out.trimEnd().split('\n').length, 601)
})

/** Starts `npm run leads` as a process, in a folder without .env files. */
function start(...args: string[]) {
  const { PATH, NODE_ENV } = process.env
  return spawn(process.execPath, [path.join(import.meta.dirname, '../cli/run.ts'), 'leads', ...args], {
    cwd: folder,
    env: { PATH, NODE_ENV, SUPABASE_DB_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

test('a list ends when its reader closes the pipe', async () => {
  const command = start('--json')
  const errors = text(command.stderr)
  command.stdout.once('data', () => command.stdout.destroy())
  assert.deepEqual(await once(command, 'exit'), [0, null])
  assert.equal(await errors, '')
})

test('the command ends with the code of what it found', async () => {
  const command = start('show', 'eve@example.org')
  assert.equal(await text(command.stderr), 'No lead has this address.\n')
  assert.equal(command.exitCode ?? (await once(command, 'exit'))[0], 1)
})

test('show prints a person, and ends with 1 when nobody has the address', async () => {
  const bob = await leads('show', 'BOB@example.org')
  assert.equal(bob.code, 0)
  assert.match(bob.out, /^Bob <bob@example\.org>\n/)
  assert.match(bob.out, /Campaign +gclid=007 utm_campaign=spring\n/)
  assert.match(bob.out, /Seal +1\n/)
  assert.match(
    bob.out,
    /Mail to visitor: failed, 7 attempts: .* mistyped or gone\. Sending again does not help: [^(]*\(EENVELOPE RCPT TO 550 .*\)\n/,
  )
  assert.match((await leads('show', 'cyd@example.org')).out, /^Cyd \\u\{202e\} </)
  for (const command of ['show', 'evidence', 'forget'])
    assert.deepEqual(await leads(command, 'eve@example.org'), {
      code: 1,
      out: '',
      err: 'No lead has this address.\n',
    })
})

test('evidence is one text with the wording, its version, the seals and what the verification found', async () => {
  await accept('dan@example.org', { name: 'Dan' }, { campaign: {} })
  await query('select begin_lead_sweep()')
  await query(`delete from leads where email like '%@many.test'`)
  const file = path.join(folder, 'dan.txt')
  assert.deepEqual(await leads('evidence', 'dan@example.org', '--out', file), { code: 0, out: '', err: '' })
  const evidence = await readFile(file, 'utf8')
  const [row] = await query<Record<string, string>>(`
    select submission.id, number, encode(hash, 'hex') as hash, to_json(created_at at time zone 'UTC') as at
    from lead_submissions submission join lead_seals on number = seal_number where name = 'Dan'`)
  for (const part of [
    `Id                        ${row?.id}\n`,
    `Stored at                 ${row?.at}+00:00\n`,
    'Version of the wording    2026-11\n',
    `Hash of the IP address    ${'ab'.repeat(32)}\n`,
    'User agent                Mozilla/5.0 (X11)\n',
    'Page                      https://example.com/training\n',
    `Hash of the seal          ${row?.hash}\n`,
    '\n  | I agree to be called.\\u{1b}\n',
    'Nothing was changed. ',
    `npm run verify -- --seal ${row?.number}:${row?.hash}\n`,
  ])
    assert.ok(evidence.includes(part), `${part} is not in\n${evidence}`)

  await query('alter table lead_submissions disable trigger lead_submissions_written_once')
  await query(`update lead_submissions set consent_text = 'I agree to all.' where name = 'Dan'`)
  const forged = await leads('evidence', 'dan@example.org')
  assert.match(forged.out, new RegExp(`Submission ${row?.id} \\(seal ${row?.number}\\) was changed`))
})

test('requeue sends the dead mails again, and the held ones of one person', async () => {
  assert.equal((await leads('requeue', '--lead', 'ada@example.org')).out, 'No mail has failed.\n')
  assert.equal((await leads('requeue')).out, '1 person: 1 failed mail goes out within a minute.\n')
  await query(`update outbox set status = 'held' where lead_id is not null`)
  const held = await leads('requeue', '--held', '--lead', 'ada@example.org')
  assert.equal(held.out, '1 person: 2 held mails go out within a minute.\n')
  assert.equal((await query(`select from outbox where status = 'held'`)).length, 6)
})

test('drop ends the held mails, of one person or of all, and sends none', async () => {
  const one = await leads('drop', '--lead', 'bob@example.org')
  assert.equal(one.out, '1 person: 2 held mails will not be sent.\n')
  assert.match((await leads('drop')).out, /^\d people: 4 held mails will not be sent\.\n$/)
  assert.equal((await leads('drop')).out, 'No mail is held back.\n')
  assert.equal((await leads('drop', '--failed')).out, 'No mail has failed.\n')
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
    [['--state', 'lost'], {}, /Allowed choices are failed, held/],
    [['list'], {}, /too many arguments/],
    [['show'], {}, /missing required argument 'email'/],
    [['--csv', '--out', '/no/folder/leads.csv'], { SUPABASE_DB_URL: url }, /ENOENT.*\/no\/folder/],
    [['forget', 'ada@example.org'], { SUPABASE_DB_URL: url }, /Without a terminal, confirm with --yes\.\n$/],
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
