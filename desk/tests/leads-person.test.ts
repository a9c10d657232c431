import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { sampleLead } from '../../supabase/tests/sample-lead.ts'
import { openLeads } from './open-leads.ts'

const { accept, folder, leads, query, start } = await openLeads()

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
  await query('select begin_sweep()')
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

test('the person and the evidence tell of the reminder, and since when and why the mailbox gets no more mails', async () => {
  await accept('eve@example.org', { name: 'Eve' })
  await query(`
    insert into outbox (submission_id, lead_id, kind, priority, mailbox, event)
    select submission_id, lead_id, 'visitor', 'visitor_last', mailbox, 'reminder'
    from outbox where mailbox = 'eve@example.org';
    select suppress_mailbox('eve@example.org', 'unsubscribed', 'mail program', '2026-11-20 10:00Z')`)
  for (const command of ['show', 'evidence']) {
    const { out } = await leads(command, 'eve@example.org')
    assert.match(out, /visitor, reminder: /)
    assert.match(out, /No more mails +since 2026-11-20 10:00:00 UTC: unsubscribed, by mail program\n/)
  }
  await query(`delete from leads where email = 'eve@example.org'`)
})

test('requeue sends the failed mails again, and the held ones of one person', async () => {
  assert.equal((await leads('requeue', '--lead', 'ada@example.org')).out, 'No mail has failed.\n')
  assert.equal((await leads('requeue')).out, '1 person: 1 failed mail goes out within a minute.\n')
  await query(`update outbox set status = 'held', reason = 'suspected_bot' where lead_id is not null`)
  const held = await leads('requeue', '--held', '--lead', 'ada@example.org')
  assert.equal(held.out, '1 person: 2 held mails go out within a minute.\n')
  assert.equal((await query(`select from outbox where status = 'held'`)).length, 6)
})

test('drop ends the held mails, of one person or of all, and sends none', async () => {
  const one = await leads('drop', '--lead', 'bob@example.org')
  assert.equal(one.out, '1 person: 2 held mails will not be sent.\n')
  assert.match((await leads('drop')).out, /^\d people: 4 held mails will not be sent\.\n$/)
  assert.equal((await leads('drop')).out, 'No mail is held.\n')
  assert.equal((await leads('drop', '--failed')).out, 'No mail has failed.\n')
})

test('more held mails than are dropped at once are all dropped', async () => {
  await query(
    `select count(accept_lead(gen_random_uuid(), $1::jsonb || jsonb_build_object('email', n || '@a' || n || '.example'),
      '{"suspected_bot": true}')) from generate_series(1, 101) n`,
    [sampleLead()],
  )
  assert.equal((await leads('drop')).out, '101 people: 202 held mails will not be sent.\n')
  await query(`delete from leads where email like '%.example'`)
})
